import { formatMinor, type OfferQuote, type SeatMap, type SeatSelection } from '@fareline/contracts';
import { parseExtraPrice } from '../duffel/extra-price.ts';
import type { PricedExtras } from '../pricing/price-bags.ts';

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
 * Prices selected seats at the airline's prices, without markup (MONEY-06). A seat that cannot be bought, is another passenger's, is
 * selected twice, or has another currency than the offer is unavailable.
 */
export function priceSeats(
  maps: readonly SeatMap[],
  selections: readonly SeatSelection[],
  currency: string,
): PricedExtras<OfferQuote['seats'][number]> {
  const seatsById = new Map(listSeats(maps).map((seat) => [seat.id, seat]));
  const usedSeats = new Set<string>();
  const usedPassengers = new Set<string>();
  const priced: OfferQuote['seats'] = [];
  const unavailable: string[] = [];
  let totalMinor = 0;
  for (const { seatId, passengerId } of selections) {
    const seat = seatsById.get(seatId);
    const minor =
      seat?.total_currency === currency ? parseExtraPrice(seat.total_amount, currency) : undefined;
    const segmentSeat = `${seat?.segment_id} ${seat?.designator}`;
    const segmentPassenger = `${seat?.segment_id} ${passengerId}`;
    const isUsed = usedSeats.has(segmentSeat) || usedPassengers.has(segmentPassenger);
    if (minor === undefined || seat?.passenger_id !== passengerId || isUsed) {
      unavailable.push(seatId);
      continue;
    }
    usedSeats.add(segmentSeat);
    usedPassengers.add(segmentPassenger);
    totalMinor += minor;
    priced.push({
      service_id: seatId,
      passenger_id: passengerId,
      segment_id: seat.segment_id,
      designator: seat.designator,
      amount: formatMinor(minor, currency),
      currency,
    });
  }
  return { priced, totalMinor, unavailable };
}
