import type { Offer, SearchFacts } from '@fareline/contracts';

/** One response of a search: a page, or the whole list. */
export interface ParsedSearchResponse {
  /** Changes when the search is run again; falls back to the search time, undefined if the response has neither. */
  searchId: string | undefined;
  offers: Offer[];
  total: number;
  /** Figures of the whole search, if the response has them. */
  facts?: SearchFacts | undefined;
  /** When the provider was searched, ISO 8601. */
  searchedAt?: string | undefined;
}

/** Parses a search response in any of its shapes: `total_count`, `totalCount`, or `data` with `meta.total`. (API-02) */
export function parseSearchResponse(response: unknown): ParsedSearchResponse {
  const { search_id, offers, data, total_count, totalCount, meta, facts, searched_at } = Object(response) as {
    search_id?: string;
    offers?: Offer[];
    data?: Offer[];
    total_count?: number;
    totalCount?: number;
    meta?: { total?: number };
    facts?: SearchFacts;
    searched_at?: string;
  };
  const list = offers ?? data ?? [];
  const total = total_count ?? totalCount ?? meta?.total ?? list.length;
  return { searchId: search_id ?? searched_at, offers: list, total, facts, searchedAt: searched_at };
}
