import { expect, it } from 'vitest';
import { createNetworkCount } from './network-count.ts';

it('[LIMIT-02] counts for an IPv4 address and its /24, which has four times as many, until they are removed', () => {
  const open = createNetworkCount(2);
  const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'];
  const ends = addresses.flatMap((address) => [open.add(address), open.add(address)]);
  expect([open.getShare('203.0.113.1'), open.getShare('203.0.113.5'), open.getShare('203.0.114.1')]).toEqual([
    1, 1, 0,
  ]);
  for (const end of ends) end();
  expect(open.getShare('203.0.113.1')).toBe(0);
});
