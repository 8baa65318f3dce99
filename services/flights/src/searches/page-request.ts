import type { Mode, SearchRequest } from '@fareline/contracts';
import type { Compression } from './encoding.ts';

/** One page of a search, priced with a brand's markup. */
export interface PageRequest {
  mode: Mode;
  query: SearchRequest;
  page: number;
  limit: number;
  markupPercent: number;
  encoding: Compression;
}

/** Field of the page in the hash of its search. */
export const pageField = ({ markupPercent, page, limit, encoding }: PageRequest): string =>
  `page.${markupPercent}.${page}.${limit}.${encoding}`;

/** Returns the bytes of one page as they are sent. */
export type ReadPage = (request: PageRequest) => Promise<Buffer>;
