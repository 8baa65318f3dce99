import type { BookingChange, BookingPayment, CancellationMoment } from '@fareline/contracts';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { Database, PaymentState } from '../db/schema.ts';
import { readNow } from '../db/read-now.ts';
import { listAgreedChanges } from './amendment.repository.ts';
import { getCancellationMoment } from './cancellability.ts';
import type { Booking } from '../bookings/booking.repository.ts';

const states: Partial<Record<PaymentState, BookingPayment['state']>> = {
  captured: 'paid',
  declined: 'released',
  voiding: 'released',
  voided: 'released',
  settled: 'released',
};

/** How a booking was paid, for its owner: in all states not named here the money is only authorised. (TRIP-01) */
export const toBookingPayment = (payment: Payment): BookingPayment => ({
  card: getCardSummary(payment),
  state: states[payment.state] ?? 'held',
});

/** How a booking was paid, what was changed since, and how it can be cancelled now. */
export interface PaidBooking {
  payment: BookingPayment;
  changes: readonly BookingChange[];
  /** By which it says what comes back of a cancellation. */
  moment: CancellationMoment;
}

/** How a booking was paid with its first payment, and its changes. */
export async function readPaidBooking(
  db: Database,
  booking: Booking,
  payment: Payment,
): Promise<PaidBooking> {
  const changes = await listAgreedChanges(db, [booking]);
  return {
    payment: toBookingPayment(payment),
    changes: changes.get(booking.id) ?? [],
    moment: getCancellationMoment(booking, await readNow(db)),
  };
}
