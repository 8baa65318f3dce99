import { firstPageSize, nextPageSize, wholeListSize, type Offer } from '@fareline/contracts';
import { getFilterValues } from '../../filters/filter-values.ts';
import type { ParsedSearchResponse } from '../progress/parse-search-response.ts';

/** The loaded part of a search, and how much of it the screen shows. */
export interface SearchResults extends ParsedSearchResponse {
  /** Maximum number of cards shown: 30, then 100 more with each Load More. */
  maxCards: number;
  /** Whether the list replaced one with another search id that was on the screen. */
  isReplacement?: boolean | undefined;
}

/** The number of the page to fetch after `loaded` offers. (RESULTS-16) */
export const getNextPage = (loaded: number): number => Math.floor(loaded / nextPageSize) + 1;

/** The maximum number of cards after a Load More that starts from `count`. (RESULTS-05, RESULTS-16) */
export const cardsAfterLoadMore = (count: number): number => Math.min(count, wholeListSize) + nextPageSize;

/** The results of a first page; `previousCount` is that of the URL. (RESULTS-05) */
export const toInitialResults = (response: ParsedSearchResponse, previousCount?: number): SearchResults => ({
  ...response,
  maxCards: previousCount === undefined ? firstPageSize : cardsAfterLoadMore(previousCount),
});

/** All offers without duplicates, price ascending; a later copy of an offer wins, and offers of one price keep their order. (RESULTS-17) */
export function mergeOffers(before: readonly Offer[], page: readonly Offer[]): Offer[] {
  const byId = new Map([...before, ...page].map((offer) => [offer.id, offer]));
  return [...byId.values()].sort((a, b) => getFilterValues(a).priceMinor - getFilterValues(b).priceMinor);
}

/** Whether all offers that the API returns are loaded, so that counts cover the whole result. (LIST-01) */
export const isWhole = ({ offers, total }: ParsedSearchResponse): boolean =>
  offers.length >= Math.min(total, wholeListSize);

const isOlder = (response: ParsedSearchResponse, other: ParsedSearchResponse): boolean =>
  Date.parse(response.searchedAt ?? '') < Date.parse(other.searchedAt ?? '');

/**
 * Merges another response of the same search into the results. Two searches are never merged: a whole list that is not older
 * replaces the results, any other response of another search is ignored. (RESULTS-17)
 */
export function mergeResponse(before: SearchResults, response: ParsedSearchResponse): SearchResults {
  const isSameSearch = response.searchId === before.searchId;
  if (isWhole(response) && !isOlder(response, before))
    return { ...response, maxCards: before.maxCards, isReplacement: before.isReplacement || !isSameSearch };
  if (!isSameSearch || isWhole(before)) return before;
  return {
    ...before,
    offers: mergeOffers(before.offers, response.offers),
    // The total of one search can only shrink, as offers expire.
    total: Math.min(before.total, response.total),
  };
}
