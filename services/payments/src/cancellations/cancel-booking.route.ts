import { formatMinor } from '@fareline/contracts';
import { cancelBookingContract } from '@fareline/contracts/services';
import { AppError, registerRoute, requireUser } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { advance } from '../bookings/advance.ts';
import { moveBooking, type Booking } from '../bookings/booking-rows.ts';
import { leaseBooking } from '../bookings/lease-booking.ts';
import { assertIdGiven, ownBooking } from '../bookings/own-booking.ts';
import type { Context } from '../context.ts';
import { currentRequestId } from '../request-of.ts';
import { askQuote, assertCancellable } from './ask-quote.ts';
import { findQuote, isStillGood, type Cancellation } from './cancellation-rows.ts';

const done = { success: true as const, message: 'Your booking has been successfully cancelled.' };

const underWay = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'The cancellation is under way. We will write to you as soon as the airline has confirmed it.',
    retryAfterSeconds: 5,
  });

/** The quote that the traveller agreed to, asked for anew where it ran out. Another amount goes back to the traveller. */
async function agreedQuote(
  context: Context,
  booking: Booking,
  quoteId: string | undefined,
): Promise<Cancellation> {
  const agreed = await findQuote(context.db, booking.id, quoteId);
  if (agreed && isStillGood(agreed)) return agreed;
  const fresh = await askQuote(context, booking);
  const isSame = agreed === undefined ? quoteId === undefined : agreed.refund_minor === fresh.refund_minor;
  if (isSame) return fresh;
  throw new AppError('CANCELLATION_QUOTE_CHANGED', {
    details: {
      quote_id: fresh.id,
      refund_amount: formatMinor(fresh.refund_minor, fresh.currency),
      refund_currency: fresh.currency,
    },
  });
}

/** `POST /api/bookings/:id/cancel`: at the airline first, then the refund, each once. (API-58, API-59, D42) */
export function cancelBookingRoute(app: FastifyInstance, context: Context): void {
  registerRoute(
    app,
    cancelBookingContract,
    async ({ params, body, request }) => {
      const user = requireUser(request);
      const booking = await ownBooking(context.db, user.id, params.id);
      if (booking.state === 'cancelled' || booking.state === 'refunding') return done;
      if (booking.state === 'cancelling') throw underWay();
      assertCancellable(booking);
      const quote = await agreedQuote(context, booking, body?.quote_id);

      const leased = await leaseBooking(context, booking.id, 'confirmed');
      if (!leased) throw underWay();
      const accepted = await moveBooking(context, leased, 'cancelling', {
        patch: { request_id: currentRequestId() },
        also: async (trx) => {
          await trx
            .updateTable('cancellations')
            .set({ accepted_at: sql`now()` })
            .where('id', '=', quote.id)
            .execute();
        },
      });
      const { state } = await advance(context, accepted);
      if (state === 'cancelled' || state === 'refunding') return done;
      if (state === 'confirmed') throw new AppError('BOOKING_NOT_CANCELLABLE');
      throw underWay();
    },
    { preValidation: assertIdGiven('CANCEL_ID_REQUIRED') },
  );
}
