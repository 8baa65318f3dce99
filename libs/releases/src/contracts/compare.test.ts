import * as services from '@fareline/contracts/services';
import type { Contract } from '@fareline/contracts/services';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareContracts } from './compare.ts';
import type { Snapshot } from './snapshot.ts';
import { takeSnapshot } from './take-snapshot.ts';

const base: Contract = {
  method: 'POST',
  path: '/api/things/:id',
  successStatuses: [200, 202],
  summary: 'Things',
  access: 'user',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.int().min(1).max(50).optional() }),
  body: z.object({
    name: z.string().max(20),
    kind: z.enum(['a', 'b']),
    tags: z.array(z.string()).optional(),
  }),
  response: z.object({
    id: z.string(),
    kind: z.enum(['a', 'b']),
    note: z.string().optional(),
    total: z.int(),
    rows: z.array(z.object({ price: z.string() })),
    extra: z.record(z.string(), z.string()),
    outcome: z.discriminatedUnion('done', [
      z.object({ done: z.literal(true), link: z.string() }),
      z.object({ done: z.literal(false) }),
    ]),
  }),
};
const body = base.body as z.ZodObject;
const response = base.response as z.ZodObject;
const snapshot = (contract: Contract): Snapshot => takeSnapshot(undefined, { thingsContract: contract });

/** What a client of `base` cannot do when the services have another contract. */
const compare = (change: Partial<Contract>) =>
  compareContracts(snapshot(base), snapshot({ ...base, ...change }));
const withBody = (shape: z.ZodRawShape) => ({ body: body.extend(shape) });
const withResponse = (shape: z.ZodRawShape) => ({ response: response.extend(shape) });
const row = (shape: z.ZodRawShape) => z.array(z.object(shape));

describe('services do not fit a front end', () => {
  it.each<[string, Partial<Contract>, string[]]>([
    [
      'when the path changes',
      { path: '/api/items/:id' },
      ['it is POST /api/items/:id, was POST /api/things/:id.'],
    ],
    ['when the method changes', { method: 'PUT' }, ['it is PUT /api/things/:id, was POST /api/things/:id.']],
    ['when access narrows', { access: 'admin' }, ['access is admin, was user.']],
    ['when the caller changes', { access: 'link' }, ['access is link, was user.']],
    [
      'when a recent password is needed',
      { recent: true },
      ['it needs a recent password or second factor now.'],
    ],
    [
      'when the request has a new required field',
      withBody({ size: z.string() }),
      ['request.body.size is new and required.'],
    ],
    [
      'when a field of the request becomes required',
      withBody({ tags: z.array(z.string()) }),
      ['request.body.tags is required now.'],
    ],
    [
      'when the query has a new required field',
      { query: z.object({ page: z.int().min(1).max(50).optional(), lang: z.string() }) },
      ['request.query.lang is new and required.'],
    ],
    [
      'when a field of the request is removed',
      { body: body.omit({ tags: true }) },
      ['request.body.tags is not accepted any more.'],
    ],
    ['when the body is removed', { body: undefined }, ['request.body is not accepted any more.']],
    [
      'when a type of the request narrows',
      withBody({ name: z.int() }),
      ['request.body.name may not be string any more.'],
    ],
    [
      'when an enum of the request narrows',
      withBody({ kind: z.enum(['a', 'c']) }),
      ['request.body.kind may not be "b" any more.'],
    ],
    [
      'when a length of the request narrows',
      withBody({ name: z.string().min(2).max(10) }),
      ['request.body.name has minLength 2, had none.', 'request.body.name has maxLength 10, had 20.'],
    ],
    [
      'when a number of the request narrows',
      { query: z.object({ page: z.int().min(2).max(49).optional() }) },
      ['request.query.page has minimum 2, had 1.', 'request.query.page has maximum 49, had 50.'],
    ],
    [
      'when a format of the request narrows',
      withBody({ name: z.string().max(20).regex(/^x/) }),
      ['request.body.name has pattern "^x", had none.'],
    ],
    [
      'when a field of the response is removed',
      { response: response.omit({ id: true }) },
      ['response 200.id is removed.', 'response 202.id is removed.'],
    ],
    [
      'when an optional field of the response is removed',
      { response: response.omit({ note: true }), successStatuses: [200] },
      ['status 202 is removed.', 'response 200.note is removed.'],
    ],
    [
      'when a field of the response becomes optional',
      { responseByStatus: { 200: withResponse({ id: z.string().optional() }).response } },
      ['response 200.id is optional now.'],
    ],
    [
      'when a field in a list of the response becomes nullable',
      { responseByStatus: { 200: withResponse({ rows: row({ price: z.string().nullable() }) }).response } },
      ['response 200.rows[].price can be null, which it could not be.'],
    ],
    [
      'when a record of the response has other values',
      { responseByStatus: { 202: withResponse({ extra: z.record(z.string(), z.int()) }).response } },
      ['response 202.extra.* can be integer, which it could not be.'],
    ],
    [
      'when an alternative of the response loses a field',
      {
        responseByStatus: {
          200: withResponse({
            outcome: z.discriminatedUnion('done', [
              z.object({ done: z.literal(true) }),
              z.object({ done: z.literal(false) }),
            ]),
          }).response,
        },
      },
      ['response 200.outcome.link is removed.'],
    ],
    [
      'when an enum of the response widens',
      { responseByStatus: { 200: withResponse({ kind: z.enum(['a', 'b', 'c']) }).response } },
      ['response 200.kind can be "c", which it could not be.'],
    ],
    [
      'when a number of the response widens',
      { responseByStatus: { 200: withResponse({ total: z.number() }).response } },
      ['response 200.total can be number, which it could not be.'],
    ],
    ['when a status is new', { successStatuses: [200, 202, 201] }, ['status 201 is new.']],
    ['when a status is removed', { successStatuses: [200] }, ['status 202 is removed.']],
  ])('%s', (_case, change, problems) =>
    expect(compare(change)).toEqual(problems.map((problem) => `things: ${problem}`)),
  );

  it('when an endpoint is removed', () =>
    expect(compareContracts(snapshot(base), takeSnapshot(undefined, {}))).toEqual([
      'things: POST /api/things/:id is removed.',
    ]));

  it('when an error code that they do not know has a new status, or a known one another status', () => {
    const client = snapshot(base);
    const { BRAND_NOT_FOUND: _, LINK_INVALID: __, ...errors } = client.errors;
    client.errors = { ...errors, PAYMENT_FAILED: 400 };
    const change = { errors: ['BRAND_NOT_FOUND', 'LINK_INVALID', 'PAYMENT_FAILED'] as const };
    expect(compareContracts(client, snapshot({ ...base, ...change }))).toEqual([
      'things: status 410 is new, with the unknown code LINK_INVALID.',
      'things: PAYMENT_FAILED has status 402, was 400.',
    ]);
  });
});

describe('services fit a front end', () => {
  it.each<[string, Partial<Contract>]>([
    ['when access widens', { access: 'public' }],
    ['when the request has a new optional field', withBody({ size: z.string().optional() })],
    ['when the request has a new field with a default', withBody({ size: z.string().default('m') })],
    ['when a field of the request becomes optional', withBody({ name: z.string().max(20).optional() })],
    ['when a type of the request widens', withBody({ name: z.string().max(20).nullable() })],
    ['when an enum of the request widens', withBody({ kind: z.enum(['a', 'b', 'c']) })],
    ['when an enum of the request becomes any text', withBody({ kind: z.string().max(1) })],
    ['when a length of the request widens', withBody({ name: z.string() })],
    ['when a number of the request widens', { query: z.object({ page: z.number().min(0).optional() }) }],
    ['when the response has a new field', withResponse({ more: z.string() })],
    ['when a field of the response is always there', withResponse({ note: z.string() })],
    ['when an enum of the response narrows', withResponse({ kind: z.enum(['a']) })],
    ['when a number of the response narrows', withResponse({ total: z.int().min(1).max(9) })],
    ['when a known error code is new or gone', { errors: ['LINK_INVALID'] }],
    ['when only the summary changes', { summary: 'Other' }],
  ])('%s', (_case, change) => expect(compare(change)).toEqual([]));

  it('when an endpoint is new or has another name in the code', () => {
    const renamed = takeSnapshot(undefined, { stuffContract: base, newContract: { ...base, method: 'GET' } });
    expect(compareContracts(snapshot(base), renamed)).toEqual([]);
  });
});

describe('the contract of', () => {
  const real = takeSnapshot();

  const contracts = Object.entries(services).filter(([, { path }]) => path.startsWith('/api/'));

  it.each(contracts)('%s fits itself, but not with another path', (key, contract: Contract) => {
    const client = takeSnapshot(undefined, { [key]: contract });
    expect(compareContracts(client, real)).toEqual([]);
    const moved = takeSnapshot(undefined, { [key]: { ...contract, path: `${contract.path}/moved` } });
    expect(compareContracts(client, moved)).toHaveLength(1);
  });

  it.each(Object.keys(real.endpoints))(
    '%s does not fit with a new required field in the request and another type in the response',
    (name) => {
      const changed = structuredClone(real);
      const { request, responses } = changed.endpoints[name]!;
      request.required = [...(request.required ?? []), 'more'];
      request.properties = { ...request.properties, more: { type: 'string' } };
      for (const [status, response] of Object.entries(responses))
        responses[status] = { anyOf: [response, { type: 'boolean' }] };
      expect(compareContracts(takeSnapshot(new Set([name])), changed)).toEqual([
        `${name}: request.more is new and required.`,
        ...Object.keys(responses).map(
          (status) => `${name}: response ${status} can be boolean, which it could not be.`,
        ),
      ]);
    },
  );
});
