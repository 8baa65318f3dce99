import type { z } from 'zod';

import type { RequestContext } from '../deps.ts';

export interface Endpoint<S extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST';
  /** Fastify path; the value of `:id` is passed to `execute`. */
  path: string;
  schema: S;
  /** Browsers may call it too, with the publishable key. */
  isPublic?: boolean;
  execute: (context: RequestContext, params: z.output<S>, id: string) => object;
}

/** Checks `execute` against the schema's type, and widens the type so that endpoints can be listed together. */
export function defineEndpoint<S extends z.ZodType>(definition: Endpoint<S>): Endpoint {
  return definition as unknown as Endpoint;
}
