import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { LedgerCharge, LedgerRefund } from '../ledger/provider-ledger.ts';
import { getAmountBefore, listProvidedChanges } from './join-changes.ts';

const bookingId = randomUUID();
const at = new Date('2026-11-30T08:00:00Z');

const charge = (
  minor: number,
  metadata: Record<string, string>,
  refunds: LedgerRefund[] = [],
): LedgerCharge => ({
  intent: {
    ...{ id: `pi_${minor}`, paymentId: randomUUID(), bookingId: metadata.purchase_id ? bookingId : null },
    ...{ state: 'captured', receivedMinor: minor, currency: 'KWD', createdAt: at },
  },
  ...{ card: null, metadata, refunds },
});
const refund = (
  minor: number,
  metadata: Record<string, string>,
  state: LedgerRefund['state'] = 'succeeded',
): LedgerRefund => ({
  ...{ id: `re_${minor}`, refundId: randomUUID(), intentId: 'pi', metadata, state, minor },
  ...{ currency: 'KWD', createdAt: at },
});
const list = (refunds: LedgerRefund[], ...others: LedgerCharge[]) =>
  listProvidedChanges(bookingId, { own: charge(100_000, {}, refunds), others });

it('[LEDGER-16] has what the airline asked, which a card pays in larger steps, of changes in a currency of three decimals', () => {
  const [paid, returned] = [randomUUID(), randomUUID()];
  const changes = list(
    [refund(2000, { change_id: returned, provider_amount: '-2.005' })],
    charge(6010, { purchase_id: paid, purchase_kind: 'bags', provider_amount: '6.005' }),
  );
  expect(changes).toMatchObject([
    { id: paid, kind: 'bags', providerAmount: '6.005', refundMinor: 0 },
    { id: returned, kind: 'flights', providerAmount: '-2.005', refundMinor: 2000, advanceMinor: 0 },
  ]);
  expect(getAmountBefore({ amount: '104.000', currency: 'KWD' }, changes)).toBe('100.000');
});

it('[LEDGER-16] takes what a change has not refunded as paid in advance, or as owed where its refund has failed', () => {
  const reason = { change_id: randomUUID(), provider_amount: '-60.000' };
  const advance = refund(20_000, { is_advance: 'true' });
  expect(list([advance, refund(40_000, reason)])).toMatchObject([
    { refundMinor: 40_000, advanceMinor: 20_000 },
  ]);
  expect(list([refund(60_000, reason, 'failed')])).toMatchObject([{ refundMinor: 60_000, advanceMinor: 0 }]);
  // Less was left of the charge.
  expect(list([refund(50_000, reason)])).toMatchObject([{ refundMinor: 50_000, advanceMinor: 0 }]);
});

it('[LEDGER-16] has nothing of a charge without its price but what was charged, and nothing of what names no change', () => {
  const id = randomUUID();
  expect(list([refund(500, { is_advance: 'false' })], charge(6010, { purchase_id: id }))).toMatchObject([
    { id, providerAmount: '6.010' },
  ]);
});
