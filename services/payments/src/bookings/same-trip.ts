import type { BookingData, Slice } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import type { BookingState, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../visitor.ts';
import type { Booking } from './booking.repository.ts';
import { getStatusToken } from './status-token.ts';

/** An order of theirs exists or may still appear, and the traveller has no answer yet. */
const openStates: readonly BookingState[] = [
  'risk_review',
  'authorised',
  'ordering',
  'pending',
  'ordered',
  'capturing',
  'releasing',
  'needs_review',
];

/** The flights of a trip; another offer of the same flights has the same ones. */
const toFlights = (slices: readonly Slice[]): string =>
  slices
    .flatMap(({ segments }) => segments)
    .map(({ flight_number, departing_at }) => `${flight_number} ${departing_at}`)
    .join();

type Names = Pick<BookingData['passengers'][number], 'family_name' | 'given_name'>;
const toName = ({ given_name, family_name }: Names) => `${given_name} ${family_name}`.toLowerCase();

/**
 * An open booking of the visitor or user with the same flights and one of the passengers. The airline would sell the trip again,
 * from another search. Serialises the bookings of a visitor until the transaction ends. (STATUS-05)
 */
export async function findOpenBookingOfTrip(
  trx: Database,
  { visitor_hash, user_id }: Pick<Visitor, 'user_id' | 'visitor_hash'>,
  { slices, passengers }: Pick<BookingData, 'passengers' | 'slices'>,
): Promise<Booking | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${user_id ?? visitor_hash}, 0))`.execute(trx);
  const open = await trx
    .selectFrom('bookings')
    .selectAll()
    .where('state', 'in', openStates)
    .where((eb) => eb.or([eb('visitor_hash', '=', visitor_hash), eb('user_id', '=', user_id)]))
    .where('last_arrival_at', '>', sql<Date>`now()`)
    .execute();
  const flights = toFlights(slices);
  const names = new Set(passengers.map(toName));
  return open.find(
    ({ booking_data: other }) =>
      toFlights(other.slices) === flights &&
      other.passengers.some((passenger) => names.has(toName(passenger))),
  );
}

export const bookingUnderWayError = (deps: Deps, booking: Booking) =>
  new AppError('BOOKING_UNDER_WAY', { details: { status_token: getStatusToken(deps, booking) } });
