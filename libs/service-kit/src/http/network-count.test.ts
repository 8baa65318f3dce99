import { expect, it } from 'vitest';
import { createNetworkCount } from './network-count.ts';

it.each([
  ['an IPv4 address and its /24', (host: number) => `203.0.113.${host}`, '203.0.114.1'],
  ['an IPv6 /64 and its /48', (host: number) => `2001:db8:1:${host}::1`, '2001:db8:2:1::1'],
])('[LIMIT-02] counts for %s, which has four times as many, until they are removed', (_case, of, other) => {
  const open = createNetworkCount(2);
  const ends = [1, 2, 3, 4].map(of).flatMap((address) => [open.add(address), open.add(address)]);
  expect([of(1), of(5), other].map((address) => open.getShare(address))).toEqual([1, 1, 0]);
  for (const end of ends) end();
  expect(open.getShare(of(1))).toBe(0);
});
