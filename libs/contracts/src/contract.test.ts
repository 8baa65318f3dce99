import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineContract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

const rename: Endpoint<{ params: { id: string }; body: { name: string }; response: { ok: boolean } }> = {
  method: 'PUT',
  path: '/api/things/:id',
  successStatuses: [200, 202],
};
const params = z.object({ id: z.string() });
const body = z.object({ name: z.string().trim() });
const response = z.object({ ok: z.boolean() });
const details = { summary: 'Rename', access: 'admin', errors: ['NOT_FOUND'] } as const;

it('keeps method, path and success statuses of the endpoint and adds the schemas', () => {
  expect(defineContract(rename, { ...details, params, body, response })).toEqual({
    ...{ method: 'PUT', path: '/api/things/:id', successStatuses: [200, 202] },
    ...{ summary: 'Rename', access: 'admin', errors: ['NOT_FOUND'], params, body, response },
  });
});

it('[ACCESS-01] does not compile without `access`', () => {
  // @ts-expect-error no access
  const contract = defineContract(rename, { summary: 'Rename', errors: [], params, body, response });
  expect(contract).not.toHaveProperty('access');
});

it('[ACCESS-03] does not compile for services without `callers`, or for others with them', () => {
  const parts = { summary: 'Rename', errors: [], params, body, response } as const;
  const contracts = [
    // @ts-expect-error no callers
    defineContract(rename, { ...parts, access: 'service' }),
    // @ts-expect-error no caller in the list
    defineContract(rename, { ...parts, access: 'service', callers: [] }),
    // @ts-expect-error callers of an endpoint that users call
    defineContract(rename, { ...parts, access: 'admin', callers: ['payments'] }),
  ];
  expect(contracts).toHaveLength(3);
});

it('does not compile with schemas that disagree with the types of the endpoint', () => {
  const [longer, shorter] = [body.extend({ reason: z.string() }), z.object({})];
  const contracts = [
    // @ts-expect-error the schema requires a field that clients do not send
    defineContract(rename, { ...details, params, body: longer, response }),
    // @ts-expect-error the schema lacks a field that clients send
    defineContract(rename, { ...details, params, body: shorter, response }),
    // @ts-expect-error the response lacks a field that clients read
    defineContract(rename, { ...details, params, body, response: shorter }),
    // @ts-expect-error the response can be null
    defineContract(rename, { ...details, params, body, response: response.nullable() }),
    // @ts-expect-error clients send a body
    defineContract(rename, { ...details, params, response }),
    // @ts-expect-error clients send no query
    defineContract(rename, { ...details, params, body, query: params, response }),
  ];
  expect(contracts).toHaveLength(6);
});
