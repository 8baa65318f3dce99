import {
  formatMinor,
  parseMinor,
  type OfferQuote,
  type SeatMap,
  type SeatSelection,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';

export interface PricedSeats {
  seats: OfferQuote['seats'];
  totalMinor: number;
}

/** Every seat on offer: the service's id is what a selection names. */
function seatsOf(maps: readonly SeatMap[]) {
  return maps.flatMap(({ segment_id, cabins }) =>
    cabins
      .flatMap(({ rows }) => rows)
      .flatMap(({ sections }) => sections)
      .flatMap(({ elements }) => elements)
      .flatMap(({ designator, available_services: services }) =>
        services.map((service) => ({ ...service, segment_id, designator: designator ?? '' })),
      ),
  );
}

/**
 * Chosen seats at the airline's prices, without an uplift (MONEY-06). SEAT_UNAVAILABLE for a seat that is not on offer, is
 * another passenger's, is chosen twice, or is priced in another currency than the offer.
 */
export function priceSeats(
  maps: readonly SeatMap[],
  selections: readonly SeatSelection[],
  currency: string,
): PricedSeats {
  const onOffer = new Map(seatsOf(maps).map((seat) => [seat.id, seat]));
  const places = new Set<string>();
  const people = new Set<string>();
  let totalMinor = 0;
  const seats = selections.map(({ seatId, passengerId }) => {
    const refuse = (why: string) =>
      new AppError('SEAT_UNAVAILABLE', {
        details: { seat_id: seatId },
        cause: new Error(`seat ${seatId}: ${why}`),
      });
    const seat = onOffer.get(seatId);
    if (!seat) throw refuse('not on offer');
    if (seat.passenger_id !== passengerId) throw refuse("another passenger's");
    const minor = seat.total_currency === currency ? parseMinor(seat.total_amount, currency) : undefined;
    if (minor === undefined) throw refuse('no price in the currency of the offer');
    const place = `${seat.segment_id} ${seat.designator}`;
    const person = `${seat.segment_id} ${passengerId}`;
    if (places.has(place) || people.has(person)) throw refuse('chosen twice');
    places.add(place);
    people.add(person);
    totalMinor += minor;
    return {
      service_id: seatId,
      passenger_id: passengerId,
      segment_id: seat.segment_id,
      designator: seat.designator,
      amount: formatMinor(minor, currency),
      currency,
    };
  });
  return { seats, totalMinor };
}
