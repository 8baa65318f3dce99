import { formatMinor, toInstant, type BookingData } from '@fareline/contracts';
import type { OrderPassenger } from '../db/schema.ts';
import type { PricedOffer } from '../offers/offer-price.ts';

const bookingPassengerTypes = { adult: 'adult', child: 'child', infant_without_seat: 'infant' } as const;

/** Snapshot of what was sold, shown in the traveller's trips. Amounts are what the traveller pays. (API-18) */
export function toBookingData(quote: PricedOffer, passengers: readonly OrderPassenger[]): BookingData {
  const { offer } = quote;
  const types = new Map(offer.passengers.map(({ id, type }) => [id, bookingPassengerTypes[type]]));
  return {
    booking_reference: null,
    slices: offer.slices,
    passengers: passengers.map(({ id, given_name, family_name }) => ({
      id,
      given_name,
      family_name,
      type: types.get(id) ?? 'adult',
    })),
    seats: quote.seats.map(({ passenger_id, segment_id, designator, amount }) => ({
      ...{ passenger_id, segment_id, designator, amount },
    })),
    bags: quote.bags.map(({ passenger_id, segment_ids, type, weight_kg, quantity, amount }) => ({
      ...{ passenger_id, segment_ids, type, weight_kg, quantity, amount },
    })),
    total_amount: formatMinor(quote.price.minor, quote.price.currency),
    total_currency: quote.price.currency,
    conditions: offer.conditions,
    included_bags: offer.included_bags,
  };
}

/** The latest arrival of all segments, or the time until which there may be none, such as the offer's expiry. (PROVIDER-41) */
export function getLastArrival(slices: BookingData['slices'], atLeast: Date): Date {
  const instants = slices.flatMap(({ segments }) =>
    segments.flatMap(({ arriving_at, destination }) =>
      arriving_at ? [toInstant(arriving_at, destination.time_zone).getTime()] : [],
    ),
  );
  return new Date(Math.max(...instants, atLeast.getTime()));
}
