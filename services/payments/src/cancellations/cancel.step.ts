import { sql } from 'kysely';
import { moveBooking, type Booking } from '../bookings/booking-rows.ts';
import type { Context } from '../context.ts';
import { acceptedCancellation } from './cancellation-rows.ts';

/** From `cancelling`: confirms at the airline what the traveller agreed to. Looks before it repeats. (API-58) */
export async function cancelAtAirline(context: Context, booking: Booking): Promise<Booking> {
  const { db, duffel, killPoint, log } = context;
  const cancellation = await acceptedCancellation(db, booking.id);
  const toRefund = () =>
    moveBooking(context, booking, 'refunding', {
      also: async (trx) => {
        await trx
          .updateTable('cancellations')
          .set({ confirmed_at: sql`now()` })
          .where('id', '=', cancellation.id)
          .execute();
      },
    });

  const before = await duffel.getCancellation(booking.mode, cancellation.provider_id);
  if (before.isConfirmed) return toRefund();
  killPoint('before:call:cancel');
  const outcome = await duffel.confirmCancellation(booking.mode, cancellation.provider_id);
  killPoint('after:call:cancel');
  if (outcome.kind === 'offered') return outcome.cancellation.isConfirmed ? toRefund() : booking;

  const order = booking.order_id ? await duffel.getOrder(booking.mode, booking.order_id) : undefined;
  if (order?.isCancelled) {
    log.fatal({ alert: 'needs_review', booking: booking.id }, 'needs review: cancelled by somebody else');
    return moveBooking(context, booking, 'needs_review');
  }
  log.warn({ err: outcome.cause, booking: booking.id }, 'the airline refused the cancellation');
  return moveBooking(context, booking, 'confirmed', {
    also: async (trx) => {
      await trx.deleteFrom('cancellations').where('id', '=', cancellation.id).execute();
    },
  });
}
