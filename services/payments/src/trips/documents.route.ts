import { getCalendarFileContract, getTravelDocumentContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toBookingStatus } from '../bookings/booking-status.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Deps } from '../deps.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { getOwnBooking } from '../bookings/own-booking.ts';
import { isSameVisitor, readRequester } from '../access/visitor.ts';
import { getCalendarFile } from '../documents/calendar-file.ts';
import { getTravelDocument } from '../documents/travel-document.ts';
import type { TravelFile } from '../documents/travel-file.ts';

/**
 * The booking that a browser without a session has made and that is in no account: the guest has one by the address, or the account is
 * still being created.
 */
async function findGuestBooking(
  deps: Deps,
  request: FastifyRequest,
  id: string,
): Promise<Booking | undefined> {
  if (!isUuid(id) || request.user) return undefined;
  const booking = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst();
  return booking && isSameVisitor(booking, readRequester(deps, request, null)) ? booking : undefined;
}

/** Throws BOOKING_NOT_FOUND also for a booking without a document: one that the airline has not confirmed. */
async function getConfirmedBooking(deps: Deps, request: FastifyRequest, id: string): Promise<Booking> {
  const booking = (await findGuestBooking(deps, request, id)) ?? (await getOwnBooking(deps, request, id));
  if (toBookingStatus(booking.state) === 'pending')
    throw new AppError('BOOKING_NOT_FOUND', { message: 'This booking is not confirmed.' });
  return booking;
}

const sendFile = (reply: FastifyReply, { filename, contentType, content }: TravelFile): FastifyReply =>
  reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
    })
    .send(content);

/** The files of a booking. (DOC-03, DOC-04, TRIP-02) */
export const documentRoutes = routePlugin(
  { name: 'documents', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    const mayBeOwner = async (request: FastifyRequest) => {
      const { id = '' } = request.params as { id?: string };
      return (await findGuestBooking(deps, request, id)) !== undefined;
    };
    const options = { config: { mayBeOwner } };
    registerRoute(
      app,
      getTravelDocumentContract,
      async ({ params, request, reply }) => {
        const booking = await getConfirmedBooking(deps, request, params.id);
        await countRequest(deps, requestLimits.document, { ipAddress: request.ip, target: booking.id });
        return sendFile(reply, await getTravelDocument(deps, booking));
      },
      options,
    );
    registerRoute(
      app,
      getCalendarFileContract,
      async ({ params, request, reply }) =>
        sendFile(reply, await getCalendarFile(deps, await getConfirmedBooking(deps, request, params.id))),
      options,
    );
  },
);
