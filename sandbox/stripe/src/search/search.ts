import { z } from 'zod';

import { invalidRequest } from '../http/errors.ts';
import { requireLimit } from '../http/pagination.ts';
import { integer, text } from '../http/params.ts';
import { compileQuery } from './query.ts';
import type { Searchable } from './query.ts';

export const searchSchema = z.strictObject({
  expand: z.array(text).optional(),
  limit: integer.optional(),
  page: text.optional(),
  query: text,
});

export interface SearchResult<T> {
  object: 'search_result';
  url: string;
  has_more: boolean;
  next_page: string | null;
  data: T[];
}

const encodePageToken = (id: string) => Buffer.from(id).toString('base64url');

/** Returns one page of a search, newest first, always up to date (unlike at Stripe). `items` are oldest first. */
export function search<T extends Searchable & { id: string }>(
  items: T[],
  params: z.output<typeof searchSchema>,
  url: string,
): SearchResult<T> {
  const limit = requireLimit(params.limit);
  const found = items.filter(compileQuery(params.query)).reverse();
  const after = found.findIndex((item) => params.page === encodePageToken(item.id));
  if (params.page !== undefined && after < 0) {
    throw invalidRequest({ message: `Invalid page token: ${params.page}`, param: 'page' });
  }
  const rest = found.slice(after + 1);
  const data = rest.slice(0, limit);
  const last = data.at(-1);
  const more = rest.length > limit;
  return {
    object: 'search_result',
    url,
    has_more: more,
    next_page: more && last ? encodePageToken(last.id) : null,
    data,
  };
}
