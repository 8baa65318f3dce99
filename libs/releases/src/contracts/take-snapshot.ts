import { errorCatalogue } from '@fareline/contracts/errors';
import { listErrors } from '@fareline/contracts/list-errors';
import * as services from '@fareline/contracts/services';
import type { Contract } from '@fareline/contracts/services';
import { z } from 'zod';
import type { JsonSchema, Snapshot } from './snapshot.ts';

/** An empty registry, so that a schema with an id is no reference. */
const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: z.registry() }) as JsonSchema;

function takeEndpoint(contract: Contract): Snapshot['endpoints'][string] {
  const { method, path, access, params, query, body, response } = contract;
  // A missing part equals one without fields, so that a new optional field of it is compatible.
  const none = z.object({});
  const request = z.object({ params: params ?? none, query: query ?? none, ...(body && { body }) });
  const statuses = contract.successStatuses ?? [200];
  return {
    ...{ method, path, access, recent: contract.recent === true },
    request: toJsonSchema(request, 'input'),
    responses: Object.fromEntries(
      statuses.map((status) => [
        status,
        toJsonSchema(contract.responseByStatus?.[status] ?? response, 'output'),
      ]),
    ),
    errors: [...listErrors(contract)],
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
