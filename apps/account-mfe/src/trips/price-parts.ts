import { formatMinor, parseMinor, type BookingData } from '@fareline/contracts';

interface PricePart {
  label: string;
  amount: string;
}

/** What the total is made of; the total alone when nothing was bought besides the flights. (TRIP-01) */
export function listPriceParts(booking: BookingData): PricePart[] {
  const { seats, bags, total_amount: total, total_currency: currency } = booking;
  const toMinor = (amount: string | undefined) => (amount ? (parseMinor(amount, currency) ?? 0) : 0);
  const sum = (items: readonly { amount?: string | undefined }[]) =>
    items.reduce((minor, { amount }) => minor + toMinor(amount), 0);
  const extras = [
    { label: 'Seats', minor: sum(seats) },
    { label: 'Bags', minor: sum(bags) },
  ].filter(({ minor }) => minor > 0);
  if (extras.length === 0) return [];
  const fare = extras.reduce((minor, extra) => minor - extra.minor, toMinor(total));
  // A seat that the airline gives after a change has no price of its own.
  const label = seats.some(({ amount }) => amount === undefined) ? 'Flights and seats' : 'Flights';
  return [{ label, minor: fare }, ...extras].map((part) => ({
    label: part.label,
    amount: formatMinor(part.minor, currency),
  }));
}
