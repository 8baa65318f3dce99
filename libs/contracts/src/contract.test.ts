import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { claimBooking } from './bookings/endpoints.ts';
import { defineContract } from './contract.ts';
import { listErrors } from './list-errors.ts';
import type { BodyOf, ParamsOf, ResponseOf } from './endpoint-types.ts';

const rename = {
  method: 'PUT',
  path: '/api/things/:id',
  successStatuses: [200, 202],
} as const;
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

it('derives the errors that follow from access, method and path, and adds those of the endpoint', () => {
  const errorsOf = (contract: Partial<Parameters<typeof listErrors>[0]>) =>
    listErrors({ method: 'GET', path: '/api/things', access: 'public', ...contract });
  const common = errorsOf({});
  const added = (contract: Parameters<typeof errorsOf>[0]) =>
    [...errorsOf(contract)].filter((code) => !common.has(code));
  expect([...common]).toEqual(expect.arrayContaining(['VALIDATION_ERROR', 'SERVICE_UNAVAILABLE']));
  expect([...errorsOf({ access: 'service' })]).not.toContain('TOO_MANY_REQUESTS');
  expect(added({ access: 'service' })).toEqual(['NOT_FOUND']);
  expect(added({ access: 'owner' })).toEqual(['NOT_AUTHENTICATED']);
  expect(added({ access: 'support', recent: true })).toEqual([
    ...['NOT_AUTHENTICATED', 'FORBIDDEN', 'FACTOR_REQUIRED', 'PASSWORD_REQUIRED', 'NOT_FOUND'],
  ]);
  expect(added({ path: '/api/things/:id', errors: ['LINK_INVALID'] })).toEqual(['LINK_INVALID', 'NOT_FOUND']);
  expect(added({ method: 'PUT' })).toEqual(['ORIGIN_REFUSED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']);
});

it('[ACCESS-01] does not compile without `access`', () => {
  // @ts-expect-error no access
  const contract = defineContract(rename, { summary: 'Rename', params, body, response });
  expect(contract).not.toHaveProperty('access');
});

it('[ACCESS-03] does not compile for services without `callers`, or for others with them', () => {
  const parts = { summary: 'Rename', params, body, response } as const;
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

it('gives clients the types of the contract with the same method and path', () => {
  expectTypeOf<BodyOf<typeof claimBooking>>().toEqualTypeOf<{ token: string }>();
  expectTypeOf<ResponseOf<typeof claimBooking>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<ParamsOf<typeof claimBooking>>().toEqualTypeOf<undefined>();
  expectTypeOf<ResponseOf<typeof rename>>().toBeUnknown();
});
