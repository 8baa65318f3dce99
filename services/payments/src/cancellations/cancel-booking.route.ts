import { formatMinor } from '@fareline/contracts';
import { cancelBookingContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { sql } from 'kysely';
import { advanceBooking } from '../bookings/advance-booking.ts';
import { auditRefund } from '../bookings/audit-refund.ts';
import { leaseBooking } from '../bookings/booking-lease.repository.ts';
import { transitionBooking, type Booking } from '../bookings/booking.repository.ts';
import { getCancellability } from '../bookings/cancellability.ts';
import { findQuote, isQuoteValid, type Cancellation } from '../bookings/cancellation.repository.ts';
import { listRefunds } from '../bookings/refund.repository.ts';
import { readNow } from '../db/read-now.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { getCurrentRequestId } from '../request-id.ts';
import { getUserBooking, requireIdParam } from '../trips/user-booking.ts';
import { assertCancellable, requestQuote } from './request-quote.ts';

const cancelledResponse = {
  success: true as const,
  message: 'Your booking has been successfully cancelled.',
};

/** Support has paid a part back since the quote. (REFUND-02) */
const refundedMeanwhile = 'We have refunded a part of this booking meanwhile. Please look at the new amount.';

const cancellationInProgressError = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'The cancellation is under way. We will write to you as soon as the airline has confirmed it.',
    retryAfterSeconds: 5,
  });

/** Whether nothing has been refunded since the quote, which would give back less. */
async function isUnaffected(db: Database, { payment_id }: Booking, quote: Cancellation): Promise<boolean> {
  const refunds = await listRefunds(db, payment_id);
  return refunds.every(({ created_at }) => created_at <= quote.created_at);
}

/** The quote that the traveller accepted, requested again if it expired or support has refunded a part since. Throws CANCELLATION_QUOTE_CHANGED for another amount. */
async function getAcceptedQuote(
  deps: Deps,
  booking: Booking,
  quoteId: string | undefined,
  ipAddress: string,
): Promise<Cancellation> {
  const acceptedQuote = await findQuote(deps.db, booking.id, quoteId);
  const isPayable = acceptedQuote && (await isUnaffected(deps.db, booking, acceptedQuote));
  if (acceptedQuote && isPayable && (await isQuoteValid(deps.db, acceptedQuote))) return acceptedQuote;
  const newQuote = await requestQuote(deps, booking, ipAddress);
  const isSameAmount =
    acceptedQuote === undefined
      ? quoteId === undefined
      : acceptedQuote.refund_minor === newQuote.refund_minor;
  if (isSameAmount) return newQuote;
  throw new AppError('CANCELLATION_QUOTE_CHANGED', {
    ...(acceptedQuote && !isPayable && { message: refundedMeanwhile }),
    details: {
      quote_id: newQuote.id,
      refund_amount: formatMinor(newQuote.refund_minor, newQuote.currency),
      refund_currency: newQuote.currency,
    },
  });
}

/** `POST /api/bookings/:id/cancel`: cancels at the airline, then refunds, each once. (API-58, API-59) */
export const cancelBookingRoute = routePlugin(
  { name: 'cancel-booking', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(
      app,
      cancelBookingContract,
      async ({ params, body, request }) => {
        const user = requireUser(request);
        const booking = await getUserBooking(deps.db, user.id, params.id);
        if (booking.state === 'cancelled') return cancelledResponse;
        if (booking.state === 'cancelling') throw cancellationInProgressError();
        const now = await readNow(deps.db);
        const cancellability = getCancellability(booking, now);
        // A quote that is still valid can be accepted after the first 24 hours.
        if (cancellability !== 'non_refundable') assertCancellable(cancellability);
        const quote = await getAcceptedQuote(deps, booking, body?.quote_id, request.ip);

        const leased = await leaseBooking(deps, booking.id, 'confirmed');
        if (!leased) throw cancellationInProgressError();
        const accepted = await transitionBooking(deps, leased, 'cancelling', {
          patch: { request_id: getCurrentRequestId() },
          inTransaction: async (trx) => {
            if (!(await isUnaffected(trx, booking, quote)))
              throw new AppError('CANCELLATION_QUOTE_CHANGED', { message: refundedMeanwhile });
            await trx
              .updateTable('cancellations')
              .set({ accepted_at: sql`now()` })
              .where('id', '=', quote.id)
              .execute();
            const money = { amount_minor: quote.refund_minor, currency: quote.currency };
            await auditRefund(trx, booking, money, {
              action: 'cancellation_accepted',
              actor: 'user',
              ip_address: request.ip,
            });
          },
        });
        const { state } = await advanceBooking(deps, accepted);
        if (state === 'cancelled') return cancelledResponse;
        if (state === 'cancelling') throw cancellationInProgressError();
        assertCancellable(getCancellability({ ...booking, state }, now));
        throw new AppError('BOOKING_NOT_CANCELLABLE');
      },
      { preValidation: requireIdParam('CANCEL_ID_REQUIRED') },
    );
  },
);
