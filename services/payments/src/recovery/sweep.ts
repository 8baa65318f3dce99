import { advanceBooking } from '../bookings/advance-booking.ts';
import { resolveUnbookedPayment } from '../cards/resolve-unbooked-payment.ts';
import type { Deps } from '../deps.ts';
import { dispatchOutbox } from '../mail/dispatch-outbox.ts';
import { leaseDueBookings, leaseDuePayments } from './lease-due.repository.ts';

/**
 * Takes what rests too long in a step and goes on from there. The only thing that recovers: a restart, a lost job or a
 * missing Redis need nothing else. Several at once share the work. (MONEY-25)
 */
export async function sweep(deps: Deps): Promise<void> {
  const [bookings, payments] = await Promise.all([leaseDueBookings(deps), leaseDuePayments(deps)]);
  await Promise.all([
    ...bookings.map((booking) => advanceBooking(deps, booking)),
    ...payments.map((payment) => resolveUnbookedPayment(deps, payment)),
    dispatchOutbox(deps),
  ]);
}
