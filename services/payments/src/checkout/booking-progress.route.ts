import {
  formatMinor,
  mailedLinks,
  sendPasswordLink,
  type BookingProgress,
  type BookingRefund,
} from '@fareline/contracts';
import { mailPasswordLinkContract, readBookingProgressContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { readUser } from '@fareline/service-kit/sessions/session-plugin';
import { sql } from 'kysely';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../keyed-hasher.ts';
import { requestLimits, type RequestLimit } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { belongsTo, readRequester } from '../access/visitor.ts';
import { toBookingStatus } from '../bookings/booking-status.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import { readBookingRefunds } from '../refunds/booking-refund.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { describeWait } from '../bookings/risk-review.step.ts';
import { buildOwnResponse } from './visitor-response.ts';

/** Where the status page says more than the status of the booking. */
const ownStatuses: Partial<Record<BookingState, BookingProgress['status']>> = {
  voiding: 'failed',
  voided: 'failed',
  risk_review: 'review',
  needs_review: 'review',
};

/** A trip that is over was confirmed. */
const toProgressStatus = (state: BookingState): BookingProgress['status'] => {
  const status = toBookingStatus(state);
  return ownStatuses[state] ?? (status === 'completed' ? 'confirmed' : status);
};

/** Without anything of the passengers but first names: the link may be passed on. (STATUS-01) */
function toProgress(booking: Booking): Omit<BookingProgress, 'booking' | 'refund'> {
  const { state, failure, booking_data: data } = booking;
  const status = toProgressStatus(state);
  return {
    status,
    reason:
      state === 'risk_review'
        ? describeWait(booking)
        : ((status === 'failed' ? failure?.message : undefined) ?? null),
    bookingReference: formatBookingReference(booking) || null,
    total_amount: formatMinor(booking.amount_minor, booking.currency),
    total_currency: booking.currency,
    created_at: booking.created_at.toISOString(),
    first_names: data.passengers.map(({ given_name }) => given_name),
    slices: data.slices,
  };
}

/** A refund without its cards, and without what redeems a credit. */
const hidePersonal = ({ credits, shares, ...refund }: BookingRefund): BookingRefund => ({
  ...refund,
  card: null,
  ...(shares && { shares: shares.map((share) => ({ ...share, card: null })) }),
  ...(credits && { credits: credits.map((credit) => ({ ...credit, code: null, passenger: null })) }),
});

/** `POST /api/bookings/status` and its `/password-link`: a booking by the token of its status page. (STATUS-01 to STATUS-03) */
export const bookingProgressRoutes = routePlugin(
  { name: 'booking-progress', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    /** Throws LINK_INVALID for an unknown token, and 30 days after the last arrival. */
    async function findBooking(token: string, limit: RequestLimit, ipAddress: string): Promise<Booking> {
      const hash = hashToken(token);
      await countRequest(deps, limit, { ipAddress, target: hash });
      const booking = await deps.db
        .selectFrom('bookings')
        .selectAll()
        .where('status_token_hash', '=', hash)
        .where('last_arrival_at', '>', sql<Date>`now() - interval '30 days'`)
        .executeTakeFirst();
      if (booking) return booking;
      throw new AppError('LINK_INVALID', {
        message:
          'This link has ended, or a part of it is missing. Your booking is in our emails and, when you are signed in, in My Trips.',
      });
    }

    registerRoute(app, readBookingProgressContract, async ({ body, request, reply }) => {
      const found = await findBooking(body.token, requestLimits.status, request.ip);
      const requester = readRequester(deps, request, await readUser(request).catch(() => null));
      const progress = toProgress(found);
      const isOwn = progress.status !== 'failed' && belongsTo(found, requester);
      const told = (await readBookingRefunds(deps.db, [found])).get(found.id);
      return {
        ...progress,
        refund: told && progress.status === 'cancelled' ? hidePersonal(told) : null,
        booking: isOwn ? await buildOwnResponse(deps, found, requester, reply) : null,
      };
    });

    registerRoute(app, mailPasswordLinkContract, async ({ body, request }) => {
      const {
        contact_email: email,
        brand,
        site_origin: origin,
      } = await findBooking(body.token, requestLimits.passwordLink, request.ip);
      await deps.callAccounts(sendPasswordLink, { body: { email, brand, origin } });
      return {
        success: true as const,
        message: `A link is on its way to the email address of this booking. It works for ${mailedLinks.passwordMinutes} minutes.`,
      };
    });
  },
);
