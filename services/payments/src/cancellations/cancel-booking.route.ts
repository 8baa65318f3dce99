import { cancelBookingContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { auditRefund } from '../refunds/audit-refund.ts';
import { bookingBusyError } from '../bookings/booking-lease.repository.ts';
import { getBooking } from '../bookings/booking.repository.ts';
import { assertNoWait } from '../bookings/contact-correction.ts';
import { startWork } from '../bookings/start-work.ts';
import { getCancellability } from '../amendments/cancellability.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { getOwnBooking, requireIdParam } from '../bookings/own-booking.ts';
import { acceptQuote, getShownQuote } from './accept-quote.ts';
import { assertCancellable } from './request-quote.ts';

const cancelledResponse = {
  success: true as const,
  message: 'Your booking has been successfully cancelled.',
};

const cancellationInProgressError = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'The cancellation is under way. We will write to you as soon as the airline has confirmed it.',
    retryAfterSeconds: 5,
  });

/** Another process works on the booking, on its cancellation or on something else. */
async function describeBusy({ db }: Deps, id: string): Promise<AppError> {
  const { state } = await getBooking(db, id);
  return state === 'cancelling' ? cancellationInProgressError() : bookingBusyError();
}

/** `POST /api/bookings/:id/cancel`: cancels at the airline, then refunds, each once. (API-58, API-59) */
export const cancelBookingRoute = routePlugin(
  { name: 'cancel-booking', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(
      app,
      cancelBookingContract,
      async ({ params, body, request }) => {
        const booking = await getOwnBooking(deps, request, params.id);
        if (booking.state === 'cancelled') return cancelledResponse;
        if (booking.state === 'cancelling') throw cancellationInProgressError();
        await assertNoWait(deps.db, booking);
        const quote = await getShownQuote(deps, booking, body?.quote_id, request.ip);

        const started = await startWork(deps, booking, 'cancelling', async (trx) => {
          await assertNoWait(trx, booking);
          await acceptQuote(trx, booking, quote);
          const money = { amount_minor: quote.refund_minor, currency: quote.currency };
          await auditRefund(trx, booking, money, {
            action: 'cancellation_accepted',
            actor: 'user',
            user_id: request.user?.id ?? null,
            ip_address: request.ip,
          });
        });
        if (!started) throw await describeBusy(deps, booking.id);
        const { state } = started;
        if (state === 'cancelled') return cancelledResponse;
        if (state === 'cancelling') throw cancellationInProgressError();
        assertCancellable(booking, getCancellability({ ...booking, state }, await readNow(deps.db)));
        throw new AppError('BOOKING_NOT_CANCELLABLE');
      },
      { preValidation: requireIdParam('CANCEL_ID_REQUIRED') },
    );
  },
);
