import { firstPageSize, nextPageSize, wholeListSize, type Offer } from '@fareline/contracts';
import { getFilterValues } from '../filters/filter-values.ts';
import type { ParsedSearchResponse } from './parse-search-response.ts';

/** What is known of a search, and how much of it the screen shows. */
export interface SearchResults extends ParsedSearchResponse {
  /** How many cards are shown at most: 30, then 100 more at a time. */
  cards: number;
  /** The list took the place of one with another search id while that was on the screen. */
  isRenewed?: boolean | undefined;
}

/** The page to ask for when `loaded` offers are there. (RESULTS-16) */
export const getNextPage = (loaded: number): number => Math.floor(loaded / nextPageSize) + 1;

/** How many cards a Load More shows that counts from `count`. (RESULTS-05, RESULTS-16) */
export const cardsAfterLoadMore = (count: number): number => Math.min(count, wholeListSize) + nextPageSize;

/** The first page as the screen shows it. */
export const toInitialResults = (answer: ParsedSearchResponse, previousCount?: number): SearchResults => ({
  ...answer,
  cards: previousCount === undefined ? firstPageSize : cardsAfterLoadMore(previousCount),
});

/** Each offer once, price ascending; offers of one price keep the order they came in. (RESULTS-17) */
export function mergeOffers(before: readonly Offer[], page: readonly Offer[]): Offer[] {
  const byId = new Map([...before, ...page].map((offer) => [offer.id, offer]));
  return [...byId.values()].sort((a, b) => getFilterValues(a).priceMinor - getFilterValues(b).priceMinor);
}

/** Every offer that a screen can get is there, so that what is counted speaks of all. (LIST-01) */
export const isWhole = ({ offers, total }: ParsedSearchResponse): boolean =>
  offers.length >= Math.min(total, wholeListSize);

const isOlder = (answer: ParsedSearchResponse, than: ParsedSearchResponse): boolean =>
  Date.parse(answer.searchedAt ?? '') < Date.parse(than.searchedAt ?? '');

/**
 * The list with another answer of the same search. Two searches are never merged: a newer whole list takes the place of all
 * that is there, anything else of another search is passed over. (RESULTS-17, D61)
 */
export function mergeResponse(before: SearchResults, answer: ParsedSearchResponse): SearchResults {
  const isSameSearch = answer.searchId === before.searchId;
  if (isWhole(answer) && !isOlder(answer, before))
    return { ...answer, cards: before.cards, isRenewed: before.isRenewed || !isSameSearch };
  if (!isSameSearch || isWhole(before)) return before;
  return {
    ...before,
    offers: mergeOffers(before.offers, answer.offers),
    // One search only ever loses offers.
    total: Math.min(before.total, answer.total),
  };
}
