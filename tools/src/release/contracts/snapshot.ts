import { createHash } from 'node:crypto';
import { errorCatalogue } from '@fareline/contracts/errors';
import * as services from '@fareline/contracts/services';
import type { Contract } from '@fareline/contracts/services';
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
      recentPassword: z.boolean(),
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

/** An empty registry, so that a schema with an id is no reference. */
const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: z.registry() }) as JsonSchema;

function takeEndpoint(contract: Contract): EndpointSnapshot {
  const { method, path, access, recentPassword = false, params, query, body, response, errors } = contract;
  // A missing part equals one without fields, so that a new optional field of it is compatible.
  const none = z.object({});
  const request = z.object({ params: params ?? none, query: query ?? none, ...(body && { body }) });
  const statuses = contract.successStatuses ?? [200];
  return {
    ...{ method, path, access, recentPassword },
    request: toJsonSchema(request, 'input'),
    responses: Object.fromEntries(
      statuses.map((status) => [
        status,
        toJsonSchema(contract.responseByStatus?.[status] ?? response, 'output'),
      ]),
    ),
    errors: [...errors],
  };
}

/** The contracts of this checkout: those of the named endpoints, or all that browsers can call. */
export function takeSnapshot(
  names?: ReadonlySet<string>,
  contracts: Readonly<Record<string, Contract>> = services,
): Snapshot {
  const endpoints = Object.entries(contracts)
    .map(([key, contract]) => [key.replace(/Contract$/, ''), contract] as const)
    .filter(([name, { path }]) => path.startsWith('/api/') && (!names || names.has(name)));
  return {
    errors: Object.fromEntries(Object.entries(errorCatalogue).map(([code, [status]]) => [code, status])),
    endpoints: Object.fromEntries(endpoints.map(([name, contract]) => [name, takeEndpoint(contract)])),
  };
}

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The same text for the same contracts, in whatever order they are written, so that its hash names them. */
export const formatSnapshot = (snapshot: Snapshot): string => `${JSON.stringify(snapshot, sortKeys)}\n`;

export const hashSnapshot = (snapshot: Snapshot): string =>
  createHash('sha256').update(formatSnapshot(snapshot)).digest('hex').slice(0, 16);
