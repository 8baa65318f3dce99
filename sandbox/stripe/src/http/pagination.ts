import { z } from 'zod';

import { invalidRequest, resourceMissing } from './errors.ts';
import { integer, text } from './params.ts';

const created = z.strictObject({ gte: integer.optional(), lte: integer.optional() });

export const listParams = {
  created: created.optional(),
  expand: z.array(text).optional(),
  limit: integer.optional(),
  starting_after: text.optional(),
};

interface Listed {
  id: string;
  created: number;
}
interface ListParams {
  created?: z.output<typeof created> | undefined;
  limit?: number | undefined;
  starting_after?: string | undefined;
}

interface List<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

/** Validates a limit of 1 to 100; the default is 10. Throws Stripe's 400. */
function requireLimit(limit: number | undefined): number {
  if (limit === undefined) return 10;
  if (limit >= 1 && limit <= 100) return limit;
  const bound = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
  throw invalidRequest({
    code: 'parameter_invalid_integer',
    message: `Invalid integer: ${limit}: This value must be ${bound}.`,
    param: 'limit',
  });
}

/** Returns one page, newest first, by Stripe's cursors (docs.stripe.com/api/pagination). `items` are oldest first. */
export function paginate<T extends Listed>(
  items: T[],
  params: ListParams,
  url: string,
  kind: string,
): List<T> {
  const limit = requireLimit(params.limit);
  const newestFirst = [...items].reverse();
  const isInRange = ({ created: time }: T) =>
    time >= (params.created?.gte ?? 0) && time <= (params.created?.lte ?? Infinity);
  const findPosition = (id: string) => {
    const index = newestFirst.findIndex((item) => item.id === id);
    if (index < 0) throw resourceMissing(kind, id, 'starting_after');
    return index;
  };
  const from = params.starting_after === undefined ? 0 : findPosition(params.starting_after) + 1;
  const after = newestFirst.slice(from).filter(isInRange);
  return { object: 'list', url, has_more: after.length > limit, data: after.slice(0, limit) };
}
