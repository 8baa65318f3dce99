import { nextPageSize, type Offer } from '@fareline/contracts';

const key = 'previousResults';

/**
 * Keeps the offers of the pages before this one, together with the search they belong to; of many only the cheapest, because a
 * whole list is larger than the storage. (STORE-04)
 */
export function savePreviousResults(search: string, offers: readonly Offer[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ search, offers: offers.slice(0, nextPageSize) }));
  } catch (error) {
    console.warn('Earlier results could not be kept', error);
  }
}

/** The kept offers of this very search that can still be bought; none for another search. (STORE-04) */
export function readPreviousResults(search: string, now = Date.now()): Offer[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as {
      search: string;
      offers: Offer[];
    } | null;
    if (kept?.search !== search) return [];
    return kept.offers.filter((offer) => Date.parse(offer.expires_at) > now);
  } catch (error) {
    console.warn('Earlier results could not be read', error);
    return [];
  }
}
