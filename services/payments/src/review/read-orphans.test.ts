import { expect, it } from 'vitest';
import { assertAgreed } from './read-orphans.ts';

const check = (receivedMinor: number, currency = 'USD', offer_id = 'off_1') =>
  assertAgreed({
    order: { amount: '100.00', currency: 'USD', offerId: 'off_1' },
    charge: { intent: { receivedMinor, currency }, metadata: { offer_id } },
  });

it.each([10_000, 10_001, 30_000])(
  '[LEDGER-07] an order of 100.00 and a charge of %i cents can be one booking',
  (minor) => expect(() => check(minor)).not.toThrow(),
);

it.each([
  [9999, 'USD', 'off_1', "which is not the order's $100 (USD) with a markup"],
  [30_001, 'USD', 'off_1', "which is not the order's $100 (USD) with a markup"],
  [10_000, 'EUR', 'off_1', 'charged €100 (EUR)'],
  [10_000, 'USD', 'off_2', 'another offer'],
])('[LEDGER-07] an order of $100 (USD) and a charge of %i cents in %s for %s cannot', (...args) => {
  const [minor, currency, offerId, message] = args;
  expect(() => check(minor, currency, offerId)).toThrow(message);
});
