import {
  formatMinor,
  parseMinor,
  type BagSelection,
  type BagService,
  type Offer,
  type SeatSelection,
} from '@fareline/contracts';

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

interface BagSale {
  bags?: readonly BagService[] | undefined;
  total_currency: string;
}

/** Sum of the prices of bags in minor units. */
const sumBagPrices = ({ bags = [], total_currency: currency }: BagSale, chosen: readonly BagSelection[]) =>
  chosen.reduce((sum, { serviceId, quantity }) => {
    const service = bags.find(({ id }) => id === serviceId);
    return sum + (service ? quantity * toMinor(service.total_amount, currency) : 0);
  }, 0);

/** The price of chosen bags of an offer, as a decimal string in its currency. (EXTRA-02) */
export const calculateBagsPrice = (offer: BagSale, chosen: readonly BagSelection[]): string =>
  formatMinor(sumBagPrices(offer, chosen), offer.total_currency);

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
  const bagsTotal = sumBagPrices(offer, bags);
  return {
    fare: formatMinor(fare, currency),
    base: formatMinor(fare - taxes, currency),
    taxes: formatMinor(taxes, currency),
    seats: formatMinor(seatsTotal, currency),
    bags: formatMinor(bagsTotal, currency),
    total: formatMinor(fare + seatsTotal + bagsTotal, currency),
    currency,
  };
}
