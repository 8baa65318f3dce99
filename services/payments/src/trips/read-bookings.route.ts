import {
  exportBookingsContract,
  getBookingContract,
  listBookingsContract,
  listTicketsContract,
} from '@fareline/contracts/services';
import type { BookingRefund, User } from '@fareline/contracts';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { sql } from 'kysely';
import { listAgreedChanges } from '../amendments/amendment.repository.ts';
import { toBookingStatus } from '../bookings/booking-status.ts';
import { failedStates, type Booking } from '../bookings/booking.repository.ts';
import { getCancellability } from '../amendments/cancellability.ts';
import { getChangeOptions } from '../amendments/changeability.ts';
import { describeCorrection } from '../bookings/contact-correction.ts';
import { describeBounce } from '../mail/record-bounce.ts';
import { getPayment } from '../cards/payment.repository.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { readBookingRefunds } from '../refunds/booking-refund.ts';
import { toBookingPayment } from '../amendments/booking-payment.ts';
import { getTickets } from '../bookings/tickets.ts';
import { getOwnBooking, requireIdParam } from '../bookings/own-booking.ts';

const toBaseFields = (booking: Booking, refunds: ReadonlyMap<string, BookingRefund>, now: Date) => ({
  id: booking.id,
  status: toBookingStatus(booking.state),
  mode: booking.mode,
  duffelBookingId: booking.order_id,
  bookingReference: booking.booking_reference,
  created_at: booking.created_at.toISOString(),
  refund: refunds.get(booking.id) ?? null,
  cancellability: getCancellability(booking, now),
});

const selectOwn = ({ db }: Deps, user: User) =>
  db.selectFrom('bookings').selectAll().where('user_id', '=', user.id).orderBy('created_at', 'desc');

/** The bookings of the signed-in user, one of them, and its tickets. (API-56, API-57, TRIP-01) */
export const readBookingsRoutes = routePlugin(
  { name: 'read-bookings', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, listBookingsContract, async ({ request }) => {
      const rows = await selectOwn(deps, requireUser(request))
        .where('state', 'not in', failedStates)
        .limit(500)
        .execute();
      const refunds = await readBookingRefunds(deps.db, rows);
      const now = await readNow(deps.db);
      return rows.map((booking) => ({
        ...toBaseFields(booking, refunds, now),
        bookingData: booking.booking_data,
      }));
    });

    registerRoute(app, exportBookingsContract, async ({ request }) => {
      const rows = await selectOwn(deps, requireUser(request)).execute();
      const payments = await deps.db
        .selectFrom('payments')
        .selectAll()
        .where(sql<boolean>`id = any(${rows.map(({ payment_id }) => payment_id)}::uuid[])`)
        .execute();
      const paymentsById = new Map(payments.map((payment) => [payment.id, payment]));
      const refunds = await readBookingRefunds(deps.db, rows);
      const now = await readNow(deps.db);
      const changes = await listAgreedChanges(deps.db, rows);
      return rows.map((booking) => ({
        ...toBaseFields(booking, refunds, now),
        bookingData: booking.booking_data,
        changes: changes.get(booking.id) ?? [],
        payment: toBookingPayment(paymentsById.get(booking.payment_id)!),
        contact: {
          email: booking.contact_email,
          first_name: booking.contact_first_name,
          last_name: booking.contact_last_name,
        },
        tickets: booking.tickets,
        passport_expiries: booking.passport_expiries,
      }));
    });

    registerRoute(
      app,
      getBookingContract,
      async ({ params, request }) => {
        const booking = await getOwnBooking(deps, request, params.id);
        const refunds = await readBookingRefunds(deps.db, [booking]);
        const now = await readNow(deps.db);
        return {
          ...toBaseFields(booking, refunds, now),
          bookingData: JSON.stringify(booking.booking_data),
          payment: toBookingPayment(await getPayment(deps.db, booking.payment_id)),
          mail_problem: describeBounce(booking),
          address_correction: await describeCorrection(deps.db, booking),
          change_options: getChangeOptions(booking, now),
          changes: (await listAgreedChanges(deps.db, [booking])).get(booking.id) ?? [],
        };
      },
      { preValidation: requireIdParam('BOOKING_ID_REQUIRED') },
    );

    registerRoute(app, listTicketsContract, async ({ params, request }) =>
      getTickets(deps, await getOwnBooking(deps, request, params.id)),
    );
  },
);
