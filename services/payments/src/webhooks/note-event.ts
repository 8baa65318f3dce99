import { sql } from 'kysely';
import { enqueueBooking } from '../bookings/advance-booking.job.ts';
import { enqueuePayment } from '../cards/settle-payment.job.ts';
import type { Context } from '../context.ts';
import type { OrderEvent } from '../duffel/duffel-door.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Something happened to an intent: whoever waits for it looks now. */
export async function noteStripeEvent(
  context: Context,
  { intentId }: { intentId: string | null },
): Promise<void> {
  if (!intentId) return;
  const payment = await context.db
    .updateTable('payments')
    .set({ next_attempt_at: sql`now()` })
    .where('intent_id', '=', intentId)
    .where('state', 'in', ['authorising', 'voiding', 'capturing'])
    .returning(['id', 'booking_id'])
    .executeTakeFirst();
  if (!payment) return;
  if (!payment.booking_id) return enqueuePayment(context, payment.id);
  await context.db
    .updateTable('bookings')
    .set({ next_attempt_at: sql`now()` })
    .where('id', '=', payment.booking_id)
    .execute();
  enqueueBooking(context, payment.booking_id);
}

/** Something happened to an order: the pending booking it belongs to looks now. */
export async function noteOrderEvent(context: Context, event: OrderEvent): Promise<void> {
  const { bookingId, offerId } = event;
  const hasFailed = event.type === 'order.creation_failed';
  if (!(bookingId && uuid.test(bookingId)) && !offerId) return;
  const woken = await context.db
    .updateTable('bookings')
    .set({ next_attempt_at: sql`now()`, ...(hasFailed ? { order_failed: true } : {}) })
    .where('state', 'in', ['ordering', 'pending'])
    .where((eb) =>
      bookingId && uuid.test(bookingId) ? eb('id', '=', bookingId) : eb('offer_id', '=', offerId ?? ''),
    )
    .returning('id')
    .execute();
  for (const { id } of woken) enqueueBooking(context, id);
}
