import type { BookingRecord } from '@fareline/contracts';
import { formatDateFull, formatTime } from '@fareline/presentation/formats';
import { AppError } from '@fareline/service-kit/app-error';
import { selectChanges } from '../amendments/amendment.repository.ts';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { findWait } from '../bookings/contact-correction.ts';
import { listPaidPayments } from '../refunds/paid-payments.ts';
import { getPayment } from '../cards/payment.repository.ts';
import { readNow } from '../db/read-now.ts';
import { mailKinds, type Database } from '../db/schema.ts';
import { listCases } from '../review-cases/review-case.repository.ts';
import { listRecordedChanges } from './change-for-caller.ts';

/** Throws BOOKING_NOT_FOUND. */
export const getReviewedBooking = (db: Database, id: string): Promise<Booking> =>
  getBooking(db, id).catch(() => {
    throw new AppError('BOOKING_NOT_FOUND');
  });

export type RecordedBooking = Awaited<ReturnType<typeof readRecordedBooking>>;

/** What the tables have of a booking at one moment. Throws BOOKING_NOT_FOUND. (REVIEW-01) */
export const readRecordedBooking = (db: Database, id: string) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => readRecorded(trx, id));

/** The same in a transaction that has locked the booking. */
export async function readRecorded(trx: Database, id: string) {
  const booking = await getReviewedBooking(trx, id);
  const payments = await listPaidPayments(trx, id);
  return {
    booking,
    payment: await getPayment(trx, booking.payment_id),
    steps: await trx
      .selectFrom('booking_steps')
      .selectAll()
      .where('booking_id', '=', id)
      .orderBy('id')
      .execute(),
    mails: await trx
      .selectFrom('outbox')
      .select(['kind', 'created_at', 'done_at'])
      .where('subject', '=', id)
      .where('kind', 'in', mailKinds)
      .orderBy('created_at')
      .execute(),
    actions: await trx
      .selectFrom('booking_actions')
      .selectAll()
      .where('booking_id', '=', id)
      .orderBy('created_at')
      .execute(),
    changes: await listRecordedChanges(trx, booking),
    unpaidChanges: await selectChanges(trx)
      .where('booking_id', '=', id)
      .where('state', '=', 'unpaid')
      .execute(),
    payments,
    refunds: payments
      .flatMap(({ refunds }) => refunds)
      .toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()),
    cases: await listCases(trx, (query) => query.where('review_cases.booking_id', '=', id)),
    now: await readNow(trx),
    wait: await findWait(trx, booking),
  };
}

const formatFlights = ({ booking_data: { slices } }: Booking): string[] =>
  slices.flatMap(({ segments }) =>
    segments.map(
      ({ flight_number, origin, destination, departing_at }) =>
        `${flight_number ?? ''} ${origin.iata_code ?? '?'} to ${destination.iata_code ?? '?'}, ${formatDateFull(departing_at)}, ${formatTime(departing_at)} local time`,
    ),
  );

/** Steps, flights, passengers and mails as support and the cardholder's bank read them. */
export const describeRecorded = ({
  booking,
  steps,
  mails,
}: Pick<RecordedBooking, 'booking' | 'steps' | 'mails'>): Pick<
  BookingRecord,
  'steps' | 'flights' | 'passengers' | 'mails'
> => ({
  steps: steps.map(({ state, at }) => ({ state, at: at.toISOString() })),
  flights: formatFlights(booking),
  passengers: booking.booking_data.passengers.map(
    ({ given_name, family_name, type }) => `${given_name} ${family_name} (${type})`,
  ),
  mails: mails.map(({ kind, created_at, done_at }) => ({
    kind,
    at: created_at.toISOString(),
    sentAt: done_at?.toISOString() ?? null,
  })),
});
