import type { Mode, SearchRequest } from '@fareline/contracts';
import type { Compression } from './encoding.ts';

/** One page of a search as one brand's visitors see it. */
export interface PageRequest {
  mode: Mode;
  query: SearchRequest;
  page: number;
  limit: number;
  markupPercent: number;
  encoding: Compression;
}

/** The name under which the page stands beside its search. */
export const pageField = ({ markupPercent, page, limit, encoding }: PageRequest): string =>
  `page.${markupPercent}.${page}.${limit}.${encoding}`;

/** The bytes of one page, as they go out. */
export type ReadPage = (request: PageRequest) => Promise<Buffer>;
