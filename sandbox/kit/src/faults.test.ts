import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';

import { FaultInput, Faults } from './faults.ts';

/** Which of the calls, given as 'POST /things', have a fault. */
function listFaulted(fault: object, calls: string[]): string[] {
  const faults = new Faults();
  faults.add(FaultInput.parse({ kind: 'drop', ...fault }));
  return calls.filter((call) => {
    const [method, url] = call.split(' ');
    return faults.take({ method, url } as FastifyRequest) !== undefined;
  });
}

it.each([
  [{}, ['GET /a', 'POST /a'], ['GET /a']],
  [{ times: 2 }, ['GET /a', 'GET /b', 'GET /c'], ['GET /a', 'GET /b']],
  [{ method: 'post' }, ['GET /a', 'POST /a'], ['POST /a']],
  [{ path: '/orders', times: 9 }, ['GET /offers', 'GET /orders/1?x=1'], ['GET /orders/1?x=1']],
  [{ path: '/offers/[^/]+', times: 9 }, ['GET /offers/1/seats', 'GET /offers/1/'], ['GET /offers/1/']],
  [
    { path: '^/offers/.*/seats$', times: 9 },
    ['GET /offers/1', 'GET /offers/1/seats'],
    ['GET /offers/1/seats'],
  ],
])('%j applies to the matching calls of %j', (fault, calls, faulted) => {
  expect(listFaulted(fault, calls)).toEqual(faulted);
});

it('applies the faults of the same calls in the order in which they were added', () => {
  const faults = new Faults();
  const kinds = ['commit_late', 'status', 'drop'];
  for (const kind of kinds) faults.add(FaultInput.parse({ kind, path: '/orders' }));
  const call = { method: 'POST', url: '/orders' } as FastifyRequest;
  expect([...kinds, 'none'].map(() => faults.take(call)?.kind)).toEqual([...kinds, undefined]);
});

it.each([
  ['an unknown kind', { kind: 'unknown' }],
  ['a path that is not a pattern', { kind: 'drop', path: '(' }],
  ['an unknown field', { kind: 'drop', after: 1 }],
  ['a number of times below 1', { kind: 'drop', times: 0 }],
])('rejects %s', (_case, input) => {
  expect(FaultInput.safeParse(input).success).toBe(false);
});
