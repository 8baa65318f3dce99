import { z } from 'zod';
import { invalidField } from './errors.ts';

const Cursor = z.object({
  limit: z.coerce.number().int().optional(),
  after: z.string().optional(),
  before: z.string().optional(),
});

interface Page<T> {
  data: T[];
  meta: { limit: number; after: string | null; before: string | null };
}

const encodeCursor = (id: string): string => Buffer.from(`c:${id}`).toString('base64url');
const decodeCursor = (cursor: string): string =>
  Buffer.from(cursor, 'base64url').toString().replace(/^c:/, '');

/**
 * Returns one page of a list with a stable order. A cursor contains the id of the first or last entry of a page, so
 * entries that are added at the end do not cause duplicates or gaps.
 */
export function paginate<T extends { id: string }>(list: readonly T[], query: unknown): Page<T> {
  const parsed = Cursor.safeParse(query);
  const limit = parsed.success ? (parsed.data.limit ?? 50) : Number.NaN;
  if (!parsed.success || !(limit >= 1 && limit <= 200))
    throw invalidField(
      '/limit',
      'validation_range',
      "Field 'limit' must be between 1 and 200",
      'Invalid limit',
    );
  const { after, before } = parsed.data;
  let start = 0;
  if (after !== undefined) start = findCursorIndex(list, after) + 1;
  else if (before !== undefined) start = Math.max(0, findCursorIndex(list, before) - limit);
  const end = Math.min(
    list.length,
    before !== undefined ? Math.min(start + limit, findCursorIndex(list, before)) : start + limit,
  );
  const data = list.slice(start, end);
  const first = data[0];
  const last = data.at(-1);
  return {
    data,
    meta: {
      limit,
      after: last && end < list.length ? encodeCursor(last.id) : null,
      before: first && start > 0 ? encodeCursor(first.id) : null,
    },
  };
}

function findCursorIndex(list: readonly { id: string }[], cursor: string): number {
  const id = decodeCursor(cursor);
  const index = list.findIndex((entry) => entry.id === id);
  if (index < 0)
    throw invalidField('/after', 'validation_format', 'The cursor is not one of this list', 'Invalid cursor');
  return index;
}
