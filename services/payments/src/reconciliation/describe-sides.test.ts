import { expect, it } from 'vitest';
import type { RecordedFacts } from '../ledger/pair-entries.ts';
import { describeSides } from './describe-sides.ts';

const createdAt = new Date('2026-11-26T12:00:00Z');
const charge = { bookingId: null, currency: 'USD', createdAt };
const money = { currency: 'USD', createdAt };
const recorded = { payments: [], bookings: [], cancellations: [], refunds: [] };

it('[LEDGER-04] names what both sides have of a booking that no table has, and nothing of other systems', () => {
  const ledger = {
    intents: [
      { id: 'pi_1', paymentId: 'pay1', state: 'captured' as const, receivedMinor: 12300, ...charge },
      { id: 'pi_x', paymentId: null, state: 'captured' as const, receivedMinor: 4242, ...charge },
    ],
    orders: [
      { id: 'ord_1', bookingId: 'book1', paymentId: 'pay1', isCancelled: false, amount: '100.00', ...money },
      { id: 'ord_x', bookingId: null, paymentId: null, isCancelled: false, amount: '9.00', ...money },
    ],
    ...{ refunds: [], disputes: [] },
  };
  const ids = { paymentId: null, bookingId: null };
  const sides = { ledger, recorded };
  expect(describeSides({ kind: 'booking_unknown', subject: 'book1', ...ids }, sides)).toBe(
    'Providers: intent pi_1 captured $123 (USD); order ord_1 $100 (USD). Tables: nothing.',
  );
  expect(describeSides({ kind: 'payment_unknown', subject: 'pi_9', ...ids }, sides)).toBe(
    'Providers: nothing. Tables: nothing.',
  );
});

it('[LEDGER-04] names the rows of the payment and the booking, and what the providers undid', () => {
  const ledger = {
    intents: [{ id: 'pi_1', paymentId: 'pay1', state: 'voided' as const, receivedMinor: 0, ...charge }],
    orders: [
      { id: 'ord_1', bookingId: 'book1', paymentId: 'pay1', isCancelled: true, amount: '100.00', ...money },
    ],
    ...{ refunds: [], disputes: [] },
  };
  const row = { amount_minor: 12_300, currency: 'USD' };
  const tables = {
    ...recorded,
    payments: [
      { id: 'pay1', state: 'captured', intent_id: 'pi_1', ...row },
      { id: 'pay2', state: 'captured', intent_id: 'pi_2', ...row },
    ],
    bookings: [
      { id: 'book1', state: 'confirmed', order_id: 'ord_1', ...row },
      { id: 'book2', state: 'confirmed', order_id: 'ord_2', ...row },
    ],
  } as unknown as RecordedFacts;
  const finding = {
    kind: 'capture_amount',
    subject: 'pay1',
    paymentId: 'pay1',
    bookingId: 'book1',
  } as const;
  expect(describeSides(finding, { ledger, recorded: tables })).toBe(
    'Providers: intent pi_1 voided; order ord_1 cancelled. ' +
      'Tables: payment pay1 captured $123 (USD), intent pi_1; booking book1 confirmed $123 (USD), order ord_1.',
  );
  const [payment, booking] = [tables.payments[0]!, tables.bookings[0]!];
  const withoutIds = {
    ...tables,
    payments: [{ ...payment, intent_id: null }],
    bookings: [{ ...booking, order_id: null }],
  };
  expect(describeSides(finding, { ledger, recorded: withoutIds })).toMatch(
    /\(USD\), intent none; booking .* \(USD\), order none\.$/,
  );
});
