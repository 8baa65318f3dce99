import type { BookingPayment } from '@fareline/contracts';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { PaymentState } from '../db/schema.ts';

const states: Partial<Record<PaymentState, BookingPayment['state']>> = {
  captured: 'paid',
  declined: 'released',
  voiding: 'released',
  voided: 'released',
  settled: 'released',
};

/** How a booking was paid, for its owner: in all states not named here the money is only held. (TRIP-01) */
export const toBookingPayment = (payment: Payment): BookingPayment => ({
  card: getCardSummary(payment),
  state: states[payment.state] ?? 'held',
});
