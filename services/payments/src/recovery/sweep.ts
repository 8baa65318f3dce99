import { advanceBooking } from '../bookings/advance-booking.ts';
import { resolveUnbookedPayment } from '../cards/resolve-unbooked-payment.ts';
import type { Deps } from '../deps.ts';
import { dispatchOutbox } from '../mail/dispatch-outbox.ts';
import { leaseDueBookings, leaseDuePayments } from './lease-due.repository.ts';

/**
 * Leases due bookings, payments and outbox events and resumes them. It is the only recovery needed after a crash, a lost job
 * or a Redis outage; concurrent sweeps share the work. (MONEY-25)
 */
export async function sweep(deps: Deps): Promise<void> {
  const [bookings, payments] = await Promise.all([leaseDueBookings(deps), leaseDuePayments(deps)]);
  await Promise.all([
    ...bookings.map((booking) => advanceBooking(deps, booking)),
    ...payments.map((payment) => resolveUnbookedPayment(deps, payment)),
    dispatchOutbox(deps),
  ]);
}
