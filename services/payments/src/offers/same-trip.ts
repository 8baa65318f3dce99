import {
  getBookingReference,
  type BookingData,
  type Mode,
  type PaymentRequest,
  type Slice,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { sql, type Selectable } from 'kysely';
import type { BookingsTable, BookingState, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { belongsTo, type Requester, type Visitor } from '../access/visitor.ts';
import { getStatusToken } from '../access/status-token.ts';

type Booking = Selectable<BookingsTable>;

/** An order of theirs exists or may still appear, and the traveller has no answer yet. */
const openStates: readonly BookingState[] = [
  'risk_review',
  'authorised',
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

interface Names {
  firstName: string;
  lastName: string;
}
const toName = ({ firstName, lastName }: Names) => `${firstName.trim()} ${lastName.trim()}`.toLowerCase();

type Passenger = BookingData['passengers'][number];
const toNames = (passengers: readonly Passenger[]): string[] =>
  passengers.map((passenger) => toName({ firstName: passenger.given_name, lastName: passenger.family_name }));

const isOpen = ({ state }: Booking): boolean => openStates.includes(state);

const hasOneOf = ({ booking_data }: Booking, names: readonly string[]): boolean =>
  toNames(booking_data.passengers).some((name) => names.includes(name));

const hasExactly = ({ booking_data }: Booking, names: readonly string[]): boolean =>
  toNames(booking_data.passengers).sort().join() === names.toSorted().join();

interface Trip extends Pick<BookingData, 'slices'> {
  mode: Mode;
}

/** The bookings of a mode with the same flights, open or confirmed, of the visitor or user, or with the same contact. */
async function findBookingsOfTrip(
  db: Database,
  { visitor_hash, user_id }: Requester,
  { mode, slices }: Trip,
  contactEmail: string | null = null,
): Promise<Booking[]> {
  const found = await db
    .selectFrom('bookings')
    .selectAll()
    .where('mode', '=', mode)
    .where('state', 'in', [...openStates, 'confirmed'])
    .where((eb) =>
      eb.or([
        eb('visitor_hash', '=', visitor_hash),
        eb('user_id', '=', user_id),
        sql<boolean>`lower(contact_email) = lower(${contactEmail})`,
      ]),
    )
    .where('last_arrival_at', '>', sql<Date>`now()`)
    .execute();
  const flights = toFlights(slices);
  return found.filter(({ booking_data: other }) => toFlights(other.slices) === flights);
}

/**
 * An open booking of the visitor or user with the same flights and one of the passengers. The airline would sell the trip again,
 * from another search. Serialises the bookings of a visitor until the transaction ends. (STATUS-05)
 */
export async function findOpenBookingOfTrip(
  trx: Database,
  requester: Requester,
  trip: Trip & Pick<BookingData, 'passengers'>,
): Promise<Booking | undefined> {
  const { visitor_hash, user_id } = requester;
  await sql`select pg_advisory_xact_lock(hashtextextended(${user_id ?? visitor_hash}, 0))`.execute(trx);
  const found = await findBookingsOfTrip(trx, requester, trip);
  return found.find((booking) => isOpen(booking) && hasOneOf(booking, toNames(trip.passengers)));
}

/** Who wants to pay for a trip. */
export type TripRequest = Pick<PaymentRequest, 'bookAgain' | 'contactEmail' | 'travellers'>;

/**
 * Before the card is asked: throws BOOKING_UNDER_WAY for an open booking of the same trip, and TRIP_BOOKED for a confirmed one unless
 * it is wanted again. Who did not book it is told no more than that, and only with its contact and all its passengers. (STATUS-05)
 */
export async function assertTripNotBooked(
  deps: Deps,
  visitor: Visitor,
  trip: Trip,
  { travellers = [], contactEmail, bookAgain }: TripRequest,
): Promise<void> {
  const names = travellers.map(toName);
  const found = await findBookingsOfTrip(deps.db, visitor, trip, contactEmail);
  const own = found.filter((booking) => belongsTo(booking, visitor) && hasOneOf(booking, names));
  const open = own.find(isOpen);
  if (open) throw bookingUnderWayError(deps, open);
  if (bookAgain) return;
  if (own[0]) throw tripBookedError(deps, own[0]);
  if (found.some((booking) => hasExactly(booking, names))) throw new AppError('TRIP_BOOKED');
}

const tripBookedError = (deps: Deps, booking: Booking) =>
  new AppError('TRIP_BOOKED', {
    details: {
      status_token: getStatusToken(deps, booking),
      booking_reference: getBookingReference({
        bookingReference: booking.booking_reference,
        duffelBookingId: booking.order_id,
      }),
    },
  });

export const bookingUnderWayError = (deps: Deps, booking: Booking) =>
  new AppError('BOOKING_UNDER_WAY', { details: { status_token: getStatusToken(deps, booking) } });
