import { sql } from 'kysely';
import { transitionBooking, type Booking } from '../bookings/booking.repository.ts';
import type { Deps } from '../deps.ts';
import { getAcceptedCancellation } from './cancellation.repository.ts';

/** From `cancelling`: confirms at the airline what the traveller agreed to. Looks before it repeats. (API-58) */
export async function cancelAtAirline(deps: Deps, booking: Booking): Promise<Booking> {
  const { db, flightProvider: duffel, killPoint, log } = deps;
  const cancellation = await getAcceptedCancellation(db, booking.id);
  const startRefund = () =>
    transitionBooking(deps, booking, 'refunding', {
      also: async (trx) => {
        await trx
          .updateTable('cancellations')
          .set({ confirmed_at: sql`now()` })
          .where('id', '=', cancellation.id)
          .execute();
      },
    });

  const before = await duffel.getCancellation(booking.mode, cancellation.provider_id);
  if (before.isConfirmed) return startRefund();
  killPoint('before:call:cancel');
  const outcome = await duffel.confirmCancellation(booking.mode, cancellation.provider_id);
  killPoint('after:call:cancel');
  if (outcome.kind === 'offered') return outcome.cancellation.isConfirmed ? startRefund() : booking;

  const order = booking.order_id ? await duffel.getOrder(booking.mode, booking.order_id) : undefined;
  if (order?.isCancelled) {
    log.fatal({ alert: 'needs_review', booking: booking.id }, 'needs review: cancelled by somebody else');
    return transitionBooking(deps, booking, 'needs_review');
  }
  log.warn({ err: outcome.cause, booking: booking.id }, 'the airline refused the cancellation');
  return transitionBooking(deps, booking, 'confirmed', {
    also: async (trx) => {
      await trx.deleteFrom('cancellations').where('id', '=', cancellation.id).execute();
    },
  });
}
