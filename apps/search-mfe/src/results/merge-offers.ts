import { firstPageSize, nextPageSize, type Offer } from '@fareline/contracts';
import { filterFacts } from '../filters/filter-facts.ts';
import type { SearchResults } from './read-search-response.ts';

/** The page to ask for when `loaded` offers are there. (RESULTS-16) */
export const nextPage = (loaded: number): number => Math.floor(loaded / nextPageSize) + 1;

/** Each offer once, price ascending; offers of one price keep the order they came in. (RESULTS-17) */
export function mergeOffers(before: readonly Offer[], page: readonly Offer[]): Offer[] {
  const byId = new Map([...before, ...page].map((offer) => [offer.id, offer]));
  return [...byId.values()].sort((a, b) => filterFacts(a).minor - filterFacts(b).minor);
}

export function addPage(before: SearchResults, page: SearchResults): SearchResults {
  return {
    ...page,
    // The age of the list is that of its oldest page.
    searchedAt: before.searchedAt ?? page.searchedAt,
    offers: mergeOffers(before.offers, page.offers),
    total: Math.max(page.total, before.total),
  };
}

/** (RESULTS-19) */
export const firstPageOf = (results: SearchResults): SearchResults => ({
  ...results,
  offers: results.offers.slice(0, firstPageSize),
});

export const hasMoreThanFirstPage = ({ offers }: SearchResults): boolean => offers.length > firstPageSize;
