import type { Offer, SearchFacts } from '@fareline/contracts';

/** One answer of a search: a page of it, or the whole list. */
export interface ParsedSearchResponse {
  /** Another one as soon as the search was made anew; undefined where the answer tells neither that nor its time. */
  searchId: string | undefined;
  offers: Offer[];
  total: number;
  /** Of the whole search, where the answer has them. */
  facts?: SearchFacts | undefined;
  /** When the airlines were asked, ISO 8601. */
  searchedAt?: string | undefined;
}

/** The answer of a search in any of its shapes: `total_count`, `totalCount`, or `data` with `meta.total`. (API-02) */
export function parseSearchResponse(answer: unknown): ParsedSearchResponse {
  const { search_id, offers, data, total_count, totalCount, meta, facts, searched_at } = Object(answer) as {
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
