import type { z } from 'zod';

import type { Context } from '../context.ts';

export interface Endpoint<S extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST';
  /** Fastify path; `:id` is handed to `execute`. */
  path: string;
  schema: S;
  /** A browser's publishable key may call it. */
  publishable?: true;
  execute: (context: Context, params: z.output<S>, id: string) => object;
}

/** Keeps the schema's type for `execute` and forgets it for the list of endpoints. */
export function endpoint<S extends z.ZodType>(definition: Endpoint<S>): Endpoint {
  return definition as unknown as Endpoint;
}
