import { expect, it } from 'vitest';
import type { LedgerCharge } from '../ledger/provider-ledger.ts';
import { getLeftMinor, isDisputed, isReturnedByBank } from './paid-payments.ts';

const intent = {
  ...{ id: 'pi_1', paymentId: null, bookingId: null, state: 'captured' },
  ...{ receivedMinor: 1000, currency: 'USD', createdAt: new Date(0) },
} satisfies LedgerCharge['intent'];
const refund = (amount_minor: number, state: 'due' | 'pending' | 'succeeded' | 'failed' = 'succeeded') => ({
  state,
  amount_minor,
  provider_id: null,
});
const dispute = (amount_minor: number, state: 'open' | 'won' | 'lost') => ({ state, amount_minor });
const paid = {
  ...{ state: 'captured' as const, amount_minor: 1000, currency: 'USD', charge: { intent } },
  ...{ refunds: [], disputes: [] },
};

it.each([
  ['all of an untouched charge', {}, 1000],
  ['what was received, where more was agreed', { amount_minor: 1200 }, 1000],
  ['what was agreed, where more was received', { amount_minor: 900 }, 900],
  ['what was agreed, where the provider was not read', { amount_minor: 1200, charge: undefined }, 1200],
  ['less a refund', { refunds: [refund(300)] }, 700],
  ['less a pending one', { refunds: [refund(300, 'pending')] }, 700],
  ['less what is due', { refunds: [refund(300), refund(200, 'due')] }, 500],
  ['with a failed refund', { refunds: [refund(300, 'failed')] }, 1000],
  ['nothing below 0', { refunds: [refund(900), refund(200, 'due')] }, 0],
  ['nothing of a charge in another currency', { currency: 'JPY' }, 0],
  ['nothing of what is not captured', { state: 'voided' as const }, 0],
])('[LEDGER-01] [LEDGER-13] leaves %s', (_, changed, left) =>
  expect(getLeftMinor({ ...paid, ...changed })).toBe(left),
);

it.each([
  ['what is besides a refund and a lost dispute', [dispute(400, 'lost')], 300],
  ['nothing after a dispute of more', [dispute(800, 'lost')], 0],
  ['what is besides two lost disputes', [dispute(300, 'lost'), dispute(400, 'lost')], 0],
  ['what is besides the one of two that was lost', [dispute(300, 'lost'), dispute(400, 'won')], 400],
  ['all, as long as none is decided', [dispute(300, 'open'), dispute(400, 'open')], 700],
])('[LEDGER-06] [LEDGER-14] leaves %s', (_, disputes, left) =>
  expect(getLeftMinor({ ...paid, refunds: [refund(300)], disputes })).toBe(left),
);

it('[LEDGER-14] holds a payment until the last of its disputes is decided', () => {
  expect(isDisputed({ disputes: [dispute(300, 'lost'), dispute(400, 'open')] })).toBe(true);
  expect(isDisputed({ disputes: [dispute(300, 'lost'), dispute(400, 'won')] })).toBe(false);
});

it.each([
  [400, false],
  [700, true],
])('[LEDGER-06] a refund besides one of 300 ends by lost disputes of %i: %s', (lost, isEnded) => {
  const due = refund(500, 'due');
  const disputes = [dispute(lost - 100, 'lost'), dispute(100, 'lost')];
  expect(isReturnedByBank(due, { ...paid, refunds: [refund(300), due], disputes })).toBe(isEnded);
});
