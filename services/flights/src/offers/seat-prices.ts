import { formatMinor, type OfferQuote, type SeatMap, type SeatSelection } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { parseExtraPrice } from '../duffel/extra-price.ts';

interface PricedSeats {
  seats: OfferQuote['seats'];
  totalMinor: number;
}

/** Lists all purchasable seats; a selection refers to the id of the seat service. */
function listSeats(maps: readonly SeatMap[]) {
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
 * Prices selected seats at the airline's prices, without markup (MONEY-06). Throws SEAT_UNAVAILABLE for a seat that cannot be
 * bought, is another passenger's, is selected twice, or has another currency than the offer.
 */
export function priceSeats(
  maps: readonly SeatMap[],
  selections: readonly SeatSelection[],
  currency: string,
): PricedSeats {
  const seatsById = new Map(listSeats(maps).map((seat) => [seat.id, seat]));
  const usedSeats = new Set<string>();
  const usedPassengers = new Set<string>();
  let totalMinor = 0;
  const seats = selections.map(({ seatId, passengerId }) => {
    const unavailable = (reason: string) =>
      new AppError('SEAT_UNAVAILABLE', {
        details: { seat_id: seatId },
        cause: new Error(`seat ${seatId}: ${reason}`),
      });
    const seat = seatsById.get(seatId);
    if (!seat) throw unavailable('not available');
    if (seat.passenger_id !== passengerId) throw unavailable('priced for another passenger');
    const minor = seat.total_currency === currency ? parseExtraPrice(seat.total_amount, currency) : undefined;
    if (minor === undefined) throw unavailable('no price in the currency of the offer');
    const segmentSeat = `${seat.segment_id} ${seat.designator}`;
    const segmentPassenger = `${seat.segment_id} ${passengerId}`;
    if (usedSeats.has(segmentSeat) || usedPassengers.has(segmentPassenger))
      throw unavailable('selected twice');
    usedSeats.add(segmentSeat);
    usedPassengers.add(segmentPassenger);
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
