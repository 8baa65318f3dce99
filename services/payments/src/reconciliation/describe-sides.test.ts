import { expect, it } from 'vitest';
import { describeSides } from './describe-sides.ts';

const createdAt = new Date('2026-11-26T12:00:00Z');
const money = { currency: 'USD', createdAt };
const recorded = { payments: [], bookings: [], cancellations: [], refunds: [] };

it('[LEDGER-04] names what both sides have of a booking that no table has, and nothing of other systems', () => {
  const ledger = {
    intents: [
      { id: 'pi_1', paymentId: 'pay1', state: 'captured' as const, receivedMinor: 12300, ...money },
      { id: 'pi_x', paymentId: null, state: 'captured' as const, receivedMinor: 4242, ...money },
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
    'Providers: intent pi_1 captured 123.00 USD; order ord_1 100.00 USD. Tables: nothing.',
  );
  expect(describeSides({ kind: 'payment_unknown', subject: 'pi_9', ...ids }, sides)).toBe(
    'Providers: nothing. Tables: nothing.',
  );
});
