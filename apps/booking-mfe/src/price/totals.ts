import {
  formatMinor,
  parseMinor,
  type BagSelection,
  type Offer,
  type SeatSelection,
} from '@fareline/contracts';
import { calculateBagsPrice } from '@fareline/ui-theme/widgets';

export interface Totals {
  /** Decimal strings in `currency`. */
  fare: string;
  base: string;
  taxes: string;
  seats: string;
  bags: string;
  total: string;
  currency: string;
}

const toMinor = (amount: string, currency: string) => parseMinor(amount, currency) ?? 0;

/** Sum of the seat prices in minor units. */
const sumSeatPrices = (seats: readonly SeatSelection[], currency: string) =>
  seats.reduce((sum, seat) => sum + (seat.price ? toMinor(seat.price.amount, currency) : 0), 0);

/** Totals of the offer with its chosen seats and bags; base is fare minus taxes. (BOOK-08, SEAT-10, EXTRA-02) */
export function calculateTotals(
  offer: Offer,
  seats: readonly SeatSelection[],
  bags: readonly BagSelection[],
): Totals {
  const currency = offer.total_currency;
  const fare = toMinor(offer.total_amount, currency);
  const taxes = toMinor(offer.tax_amount, currency);
  const seatsTotal = sumSeatPrices(seats, currency);
  const bagsPrice = calculateBagsPrice(offer, bags);
  return {
    fare: formatMinor(fare, currency),
    base: formatMinor(fare - taxes, currency),
    taxes: formatMinor(taxes, currency),
    seats: formatMinor(seatsTotal, currency),
    bags: bagsPrice,
    total: formatMinor(fare + seatsTotal + toMinor(bagsPrice, currency), currency),
    currency,
  };
}
