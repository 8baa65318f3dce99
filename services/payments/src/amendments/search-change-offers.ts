import type { CabinClass, ChangeOffer, ChangeSearch, Slice } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { formatChangeAmounts } from './amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { isSame } from '../bookings/same-flights.ts';
import { assertChangeable, listFutureSlices } from './changeability.ts';
import { findFlightRefusal, replaceSlices, toRuleError } from './flight-rules.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder, ChangeOffer as ProvidedOffer } from '../duffel/flight-provider.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { readReturnable, toChangePrice, type Returnable } from './provider-price.ts';

const invalid = (message: string) => new AppError('VALIDATION_ERROR', { message });

const getDay = ({ departure_time }: Slice): string => (departure_time ?? '').slice(0, 10);

/** Throws VALIDATION_ERROR for flights that have departed, are in the past, or do not follow each other. */
function assertPossible(booking: Booking, { slices: wanted }: ChangeSearch, now: Date): void {
  const { slices } = booking.booking_data;
  const future = listFutureSlices(booking, now);
  if (new Set(wanted.map(({ index }) => index)).size < wanted.length)
    throw invalid('Each flight can be changed once.');
  if (wanted.some(({ index }) => !future.includes(index)))
    throw invalid('A flight that has departed cannot be changed.');
  // The current date in UTC-12, the last time zone.
  const today = new Date(now.getTime() - 12 * 3600_000).toISOString().slice(0, 10);
  if (wanted.some(({ departure_date }) => departure_date < today))
    throw invalid('The new date is in the past.');
  const days = slices.map(
    (slice, at) => wanted.find(({ index }) => index === at)?.departure_date ?? getDay(slice),
  );
  if (days.some((day, index) => day < (days[index - 1] ?? '')))
    throw invalid('The return flight would be before the outbound flight.');
}

/** The order of a booking, whose flights are those of the booking. Throws BOOKING_NOT_CHANGEABLE when they are not. */
export async function readOrder({ flightProvider }: Deps, booking: Booking): Promise<BookedOrder> {
  const { mode, order_id: orderId, booking_data } = booking;
  if (!orderId) throw new AppError('BOOKING_NOT_CHANGEABLE');
  const order = await flightProvider.getBookedOrder(mode, orderId).catch(throwUnavailable);
  if (order.data.slices.length !== booking_data.slices.length) throw new AppError('BOOKING_NOT_CHANGEABLE');
  return order;
}

/** The passengers of an order without a seat. */
export const listInfants = ({ data }: BookedOrder): Set<string> =>
  new Set(data.passengers.filter(({ type }) => type === 'infant').map(({ id }) => id));

/** The indexes of slices of the order, or undefined when one is not of it. */
export function findRemoved({ data }: BookedOrder, ids: readonly string[]): number[] | undefined {
  const indexes = ids.map((id) => data.slices.findIndex((slice) => slice.id === id));
  return indexes.length === 0 || indexes.includes(-1) ? undefined : indexes;
}

function toChangeOffer(
  deps: Deps,
  booking: Booking,
  { order, returnable }: { order: BookedOrder; returnable: Returnable },
  offer: ProvidedOffer,
): ChangeOffer[] {
  const removed = findRemoved(order, offer.removedSliceIds);
  if (!removed || offer.currency !== booking.currency) return [];
  const { slices } = booking.booking_data;
  // The flights that the traveller has.
  if (
    isSame(
      offer.addedSlices,
      removed.flatMap((index) => slices[index] ?? []),
    )
  )
    return [];
  return [
    {
      id: offer.id,
      removed,
      slices: offer.addedSlices,
      conditions: offer.conditions,
      ...formatChangeAmounts(toChangePrice(deps, booking, returnable, offer)),
      expires_at: offer.expiresAt?.toISOString() ?? null,
    },
  ];
}

/**
 * The airline's other flights for slices of a booking, in its sequence. Throws BOOKING_NOT_CHANGEABLE with the reason,
 * VALIDATION_ERROR or PROVIDER_UNAVAILABLE. Flights on which a passenger would break a rule are not offered. (TRIP-03, RULE-01)
 */
export async function searchChangeOffers(
  deps: Deps,
  booking: Booking,
  search: ChangeSearch,
): Promise<ChangeOffer[]> {
  const now = await readNow(deps.db);
  assertChangeable(booking, 'flights', now);
  assertPossible(booking, search, now);
  const order = await readOrder(deps, booking);
  const outcome = await deps.flightProvider
    .requestChangeOffers(booking.mode, booking.order_id ?? '', {
      infants: listInfants(order),
      remove: search.slices.map(({ index }) => order.data.slices[index]?.id ?? ''),
      add: search.slices.map(({ index, origin, destination, departure_date: departureDate }) => ({
        ...{ origin, destination, departureDate },
        cabin: (booking.booking_data.slices[index]?.segments[0]?.cabin_class ?? 'economy') as CabinClass,
      })),
    })
    .catch(throwUnavailable);
  if (outcome.kind === 'refused') throw new AppError('BOOKING_NOT_CHANGEABLE', { cause: outcome.cause });
  const returnable = await readReturnable(deps, booking);
  const offers = outcome.offers.flatMap((offer) =>
    toChangeOffer(deps, booking, { order, returnable }, offer),
  );
  const refusals = offers.map(({ removed, slices }) =>
    findFlightRefusal(booking, order, replaceSlices(booking.booking_data.slices, removed, slices), now),
  );
  const [refusal] = refusals;
  if (refusal !== undefined && !refusals.includes(undefined))
    throw toRuleError('BOOKING_NOT_CHANGEABLE', refusal);
  return offers.filter((_, index) => refusals[index] === undefined);
}
