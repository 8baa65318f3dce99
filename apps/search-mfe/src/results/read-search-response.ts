import type { Offer, SearchFacts } from '@fareline/contracts';

export interface SearchResults {
  offers: Offer[];
  total: number;
  /** Of the whole search, where the answer has them. */
  facts?: SearchFacts | undefined;
  /** When the airlines were asked, ISO 8601. */
  searchedAt?: string | undefined;
}

/** The answer of a search in any of its shapes: `total_count`, `totalCount`, or `data` with `meta.total`. (API-02) */
export function readSearchResponse(answer: unknown): SearchResults {
  const { offers, data, total_count, totalCount, meta, facts, searched_at } = Object(answer) as {
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
  return { offers: list, total, facts, searchedAt: searched_at };
}
