import type { Offer } from '@fareline/contracts';

export interface SearchResults {
  offers: Offer[];
  total: number;
}

/** The answer of a search in any of its shapes: `total_count`, `totalCount`, or `data` with `meta.total`. (API-02) */
export function readSearchResponse(answer: unknown): SearchResults {
  const { offers, data, total_count, totalCount, meta } = Object(answer) as {
    offers?: Offer[];
    data?: Offer[];
    total_count?: number;
    totalCount?: number;
    meta?: { total?: number };
  };
  const list = offers ?? data ?? [];
  return { offers: list, total: total_count ?? totalCount ?? meta?.total ?? list.length };
}
