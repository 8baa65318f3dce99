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

const toMinor = (amount: string | undefined, currency: string) => parseMinor(amount ?? '0', currency) ?? 0;

/** What the seats of a selection cost together, in minor units. */
const seatsMinor = (seats: readonly SeatSelection[], currency: string) =>
  seats.reduce((sum, seat) => sum + toMinor(seat.price?.amount, currency), 0);

/** The price of the offer with its chosen seats; base is total minus taxes. (BOOK-08, SEAT-10, D1) */
export function calculateTotals(offer: Offer, seats: readonly SeatSelection[]): Totals {
  const currency = offer.total_currency;
  const fare = toMinor(offer.total_amount, currency);
  const taxes = toMinor(offer.tax_amount, currency);
  const chosen = seatsMinor(seats, currency);
  return {
    fare: formatMinor(fare, currency),
    base: formatMinor(fare - taxes, currency),
    taxes: formatMinor(taxes, currency),
    seats: formatMinor(chosen, currency),
    total: formatMinor(fare + chosen, currency),
    currency,
  };
}
