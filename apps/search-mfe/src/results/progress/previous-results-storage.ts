import { nextPageSize, type Offer } from '@fareline/contracts';

const key = 'previousResults';

/**
 * Stores the offers of earlier pages with their search key; at most the 100 cheapest, because a whole list exceeds the storage
 * quota. (STORE-04)
 */
export function savePreviousResults(search: string, offers: readonly Offer[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ search, offers: offers.slice(0, nextPageSize) }));
  } catch (error) {
    console.warn('Previous results could not be stored', error);
  }
}

/** The stored offers that have not expired; empty for another search. (STORE-04) */
export function readPreviousResults(search: string, now = Date.now()): Offer[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as {
      search: string;
      offers: Offer[];
    } | null;
    if (stored?.search !== search) return [];
    return stored.offers.filter((offer) => Date.parse(offer.expires_at) > now);
  } catch (error) {
    console.warn('Previous results could not be read', error);
    return [];
  }
}
