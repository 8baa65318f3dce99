import { createHash } from 'node:crypto';
import { z } from 'zod';

/** JSON Schema, as far as contracts use it. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
}

const schemaSchema: z.ZodType<JsonSchema> = z.record(z.string(), z.unknown());

/** The contracts of endpoints as plain data, by the names of the endpoints. */
export const snapshotSchema = z.object({
  /** HTTP statuses of all known error codes. */
  errors: z.record(z.string(), z.number()),
  endpoints: z.record(
    z.string(),
    z.object({
      method: z.string(),
      path: z.string(),
      access: z.string(),
      recent: z.boolean(),
      /** An object of `params`, `query` and `body`, as clients send them. */
      request: schemaSchema,
      /** By success status, as clients receive them. */
      responses: z.record(z.string(), schemaSchema),
      errors: z.array(z.string()),
    }),
  ),
});
export type Snapshot = z.output<typeof snapshotSchema>;
export type EndpointSnapshot = Snapshot['endpoints'][string];

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The same text for the same contracts, in whatever order they are written, so that its hash names them. */
export const formatSnapshot = (snapshot: Snapshot): string => `${JSON.stringify(snapshot, sortKeys)}\n`;

export const hashSnapshot = (snapshot: Snapshot): string =>
  createHash('sha256').update(formatSnapshot(snapshot)).digest('hex').slice(0, 16);
