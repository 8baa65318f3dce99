import { isUuid } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { OrderEvent } from '../duffel/flight-provider.ts';

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
  if (!payment.booking_id) return deps.enqueue.payment(payment.id);
  await deps.db
    .updateTable('bookings')
    .set({ next_attempt_at: sql`now()` })
    .where('id', '=', payment.booking_id)
    .execute();
  deps.enqueue.booking(payment.booking_id);
}

/** Makes the bookings that wait for the order due now, so that their step searches for it. */
export async function handleOrderEvent(deps: Deps, event: OrderEvent): Promise<void> {
  const { offerId } = event;
  const bookingId = event.bookingId && isUuid(event.bookingId) ? event.bookingId : null;
  if (!bookingId && !offerId) return;
  const hasFailed = event.type === 'order.creation_failed';
  const dueBookings = await deps.db
    .updateTable('bookings')
    .set({ next_attempt_at: sql`now()`, ...(hasFailed ? { order_failed: true } : {}) })
    .where('state', 'in', ['ordering', 'pending'])
    .where((eb) => (bookingId ? eb('id', '=', bookingId) : eb('offer_id', '=', offerId ?? '')))
    .returning('id')
    .execute();
  for (const { id } of dueBookings) deps.enqueue.booking(id);
}
