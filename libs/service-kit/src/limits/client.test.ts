import { expect, it } from 'vitest';
import { toClientNetwork, toClientRange, ofClientAt } from './client.ts';

it.each([
  ['198.51.100.4', '198.51.100.4'],
  ['::ffff:198.51.100.4', '198.51.100.4'],
  ['::FFFF:c633:6404', '198.51.100.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8::'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8::'],
  ['2001:db8:0:1::', '2001:db8:0:1::'],
  ['fe80::1%eth0', 'fe80::'],
  ['::1', '::'],
  ['unknown', 'unknown'],
])('[LIMIT-01] %s counts as %s', (ipAddress, network) => expect(toClientNetwork(ipAddress)).toBe(network));

it.each([
  ['198.51.100.4', '198.51.100.0/24'],
  ['198.51.100.250', '198.51.100.0/24'],
  ['2001:db8:1:2::', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::', '2001:db8:1::/48'],
  ['2001:db8::', '2001:db8::/48'],
  ['unknown', undefined],
])('[LIMIT-01] %s belongs to the range %s', (network, range) => expect(toClientRange(network)).toBe(range));

it.each([
  [
    '198.51.100.4',
    [
      { subject: '198.51.100.4', max: 5 },
      { subject: '198.51.100.0/24', max: 20 },
    ],
  ],
  [
    '2001:db8:1:2:3:4:5:6',
    [
      { subject: '2001:db8:1:2::', max: 5 },
      { subject: '2001:db8:1::/48', max: 20 },
    ],
  ],
  ['unknown', [{ subject: 'unknown', max: 5 }]],
])(
  '[LIMIT-01] %s counts for its network, and for its /24 or /48 with four times the limit',
  (ipAddress, limits) => expect(ofClientAt(ipAddress, { max: 5 })).toEqual(limits),
);
