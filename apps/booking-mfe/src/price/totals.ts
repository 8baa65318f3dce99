import { formatMinor, parseMinor, type Offer, type SeatSelection } from '@fareline/contracts';

export interface Totals {
  /** Decimal strings in `currency`. */
  fare: string;
  base: string;
  taxes: string;
  seats: string;
  total: string;
  currency: string;
}

const toMinor = (amount: string, currency: string) => parseMinor(amount, currency) ?? 0;

/** Sum of the seat prices in minor units. */
const sumSeatPrices = (seats: readonly SeatSelection[], currency: string) =>
  seats.reduce((sum, seat) => sum + (seat.price ? toMinor(seat.price.amount, currency) : 0), 0);

/** Totals of the offer with its chosen seats; base is fare minus taxes. (BOOK-08, SEAT-10, D1) */
export function calculateTotals(offer: Offer, seats: readonly SeatSelection[]): Totals {
  const currency = offer.total_currency;
  const fare = toMinor(offer.total_amount, currency);
  const taxes = toMinor(offer.tax_amount, currency);
  const seatsTotal = sumSeatPrices(seats, currency);
  return {
    fare: formatMinor(fare, currency),
    base: formatMinor(fare - taxes, currency),
    taxes: formatMinor(taxes, currency),
    seats: formatMinor(seatsTotal, currency),
    total: formatMinor(fare + seatsTotal, currency),
    currency,
  };
}
