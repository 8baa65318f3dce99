import { expect, it } from 'vitest';
import type { LedgerCharge, LedgerRefund } from '../ledger/provider-ledger.ts';
import { getLeftMinor } from './refundable-charge.ts';

const createdAt = new Date(0);
const intent = {
  ...{ id: 'pi_1', paymentId: null, bookingId: null, state: 'captured' },
  ...{ receivedMinor: 1000, currency: 'USD', createdAt },
} satisfies LedgerCharge['intent'];
const toPayment = (amount_minor: number) => ({ amount_minor, currency: 'USD', dispute_lost_minor: 0 });
const provided = (id: string, minor: number, state: LedgerRefund['state'] = 'succeeded'): LedgerRefund => ({
  ...{ id, minor, state, refundId: null, intentId: 'pi_1', currency: 'USD', createdAt },
});
const recorded = (provider_id: string | null, amount_minor: number, state: 'due' | 'succeeded' | 'failed') =>
  ({ provider_id, amount_minor, state }) as const;

it.each([
  ['all of an untouched charge', 1000, [], [], 1000],
  ['what was received, where more was agreed', 1200, [], [], 1000],
  ['what was agreed, where more was received', 900, [], [], 900],
  ['less a refund that is in no table', 1000, [provided('re_1', 300)], [], 700],
  [
    'less a refund on both sides, once',
    1000,
    [provided('re_1', 300)],
    [recorded('re_1', 300, 'succeeded')],
    700,
  ],
  ['less what is due', 1000, [provided('re_1', 300)], [recorded(null, 200, 'due')], 500],
  ['the smaller of two amounts', 1000, [provided('re_1', 300)], [recorded('re_1', 400, 'succeeded')], 600],
  ['with a failed refund', 1000, [provided('re_1', 300, 'failed')], [recorded('re_1', 300, 'failed')], 1000],
  ['less a pending one', 1000, [provided('re_1', 300, 'pending')], [], 700],
  ['nothing below 0', 1000, [provided('re_1', 900)], [recorded(null, 200, 'due')], 0],
])('[LEDGER-01] leaves %s', (_, amount_minor, refunds, rows, left) => {
  expect(getLeftMinor({ payment: toPayment(amount_minor), charge: { intent, refunds } }, rows)).toBe(left);
});

it.each([
  [400, 300],
  [800, 0],
])('[LEDGER-06] leaves what is besides a refund of 300 and a lost dispute of %i', (lostMinor, left) => {
  const charge = { intent, refunds: [provided('re_1', 300)] };
  expect(getLeftMinor({ payment: { ...toPayment(1000), dispute_lost_minor: lostMinor }, charge }, [])).toBe(
    left,
  );
});

it('[LEDGER-01] leaves nothing of a charge in another currency', () => {
  expect(
    getLeftMinor({ payment: { ...toPayment(1000), currency: 'JPY' }, charge: { intent, refunds: [] } }, []),
  ).toBe(0);
});
