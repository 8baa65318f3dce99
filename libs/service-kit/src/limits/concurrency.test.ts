import { expect, it } from 'vitest';
import { AppError } from '../app-error.ts';
import { ofNetwork, toClient } from './client.ts';
import { concurrency } from './concurrency.ts';

const toError = (limit: 'client' | 'all') =>
  new AppError(limit === 'client' ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE');

it.each([
  ['an IPv4 address and its /24', (host: number) => `203.0.113.${host}`, '203.0.114.1'],
  ['an IPv6 /64 and its /48', (host: number) => `2001:db8:1:${host}::1`, '2001:db8:2:1::1'],
])('[LIMIT-02] counts for %s, which has four times as many, until they are removed', (_case, of, other) => {
  const open = concurrency({ perClient: ofNetwork(2) }, toError);
  const ends = [1, 2, 3, 4].map(of).flatMap((address) => [1, 2].map(() => open.enter(toClient(address))));
  const shares = () => [of(1), of(5), other].map((address) => open.getShare(toClient(address)));
  expect(shares()).toEqual([1, 1, 0]);
  expect(() => open.enter(toClient(of(5)))).toThrow(toError('client'));
  open.enter(toClient(other))();
  for (const end of ends) end();
  expect([shares(), open.count()]).toEqual([[0, 0, 0], 0]);
});

it('[LIMIT-06] has a limit of all, which refuses a client within its own, and a kind without a limit has none', () => {
  const open = concurrency({ all: 3, perClient: { network: 2 } }, toError);
  const [first, second] = ['203.0.113.1', '203.0.113.2'].map(toClient);
  const ends = [first, first, second].map((client) => open.enter(client));
  expect([first, second, undefined].map((client) => open.findRefusal(client)?.code)).toEqual([
    'TOO_MANY_REQUESTS',
    'SERVICE_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ]);
  ends[0]!();
  expect([first, second].map((client) => open.findRefusal(client))).toEqual([undefined, undefined]);
});
