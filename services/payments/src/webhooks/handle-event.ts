import { sql } from 'kysely';
import { enqueueBooking } from '../bookings/advance-booking.job.ts';
import { enqueuePayment } from '../cards/resolve-unbooked-payment.job.ts';
import type { Deps } from '../deps.ts';
import type { OrderEvent } from '../duffel/flight-provider.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Makes the payment or booking of the intent due now, so that its step reads the new state. */
export async function handleStripeEvent(
  deps: Deps,
  { intentId }: { intentId: string | null },
): Promise<void> {
  if (!intentId) return;
  const payment = await deps.db
    .updateTable('payments')
    .set({ next_attempt_at: sql`now()` })
    .where('intent_id', '=', intentId)
    .where('state', 'in', ['authorising', 'voiding', 'capturing'])
    .returning(['id', 'booking_id'])
    .executeTakeFirst();
  if (!payment) return;
  if (!payment.booking_id) return enqueuePayment(deps, payment.id);
  await deps.db
    .updateTable('bookings')
    .set({ next_attempt_at: sql`now()` })
    .where('id', '=', payment.booking_id)
    .execute();
  enqueueBooking(deps, payment.booking_id);
}

/** Makes the bookings that wait for the order due now, so that their step searches for it. */
export async function handleOrderEvent(deps: Deps, event: OrderEvent): Promise<void> {
  const { bookingId, offerId } = event;
  const hasFailed = event.type === 'order.creation_failed';
  if (!(bookingId && uuid.test(bookingId)) && !offerId) return;
  const dueBookings = await deps.db
    .updateTable('bookings')
    .set({ next_attempt_at: sql`now()`, ...(hasFailed ? { order_failed: true } : {}) })
    .where('state', 'in', ['ordering', 'pending'])
    .where((eb) =>
      bookingId && uuid.test(bookingId) ? eb('id', '=', bookingId) : eb('offer_id', '=', offerId ?? ''),
    )
    .returning('id')
    .execute();
  for (const { id } of dueBookings) enqueueBooking(deps, id);
}
