import {
  describeCard,
  formatBag,
  formatBagRoute,
  formatMinor,
  parseMinor,
  type BookingChange,
  type BookingData,
  type BookingPayment,
  type BookingStatus,
} from '@fareline/contracts';
import { chargedLater } from '@fareline/contracts/promises';
import { getChangeCost } from './change-words.ts';
import { formatPrice } from './price.ts';

export const passengerLabels = { adult: 'Adult', child: 'Child', infant: 'Infant' } as const;

const statusLabels: Record<BookingStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

interface StatedBooking {
  status: BookingStatus;
  bookingData: Pick<BookingData, 'airline_change'>;
}

/** Whether the airline flies none of the flights of a booking that is not cancelled yet. (TRIP-05) */
export const isCancelledByAirline = ({ status, bookingData }: StatedBooking): boolean =>
  status === 'confirmed' && Boolean(bookingData.airline_change?.is_cancelled);

/** The status of a booking in words. (TRIPS-10, TRIP-05) */
export const formatStatus = (booking: StatedBooking): string =>
  isCancelledByAirline(booking) ? 'Cancelled by the airline' : statusLabels[booking.status];

/** "1 checked bag up to 23 kg, JFK to LHR ($35)". (EXTRA-02) */
export const formatBoughtBag = (
  bag: BookingData['bags'][number],
  slices: BookingData['slices'],
  currency: string,
): string =>
  `${formatBag(bag, bag.quantity)}, ${formatBagRoute(slices, bag.segment_ids)} (${formatPrice(bag.amount, currency)})`;

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

/** How a booking was paid: "$612.40 (USD) was paid with your Visa card ending 4242." */
export function describePayment({ card, state }: BookingPayment, price: string): string {
  if (state === 'released') return 'Nothing was charged to your card.';
  const target = card ? `your ${describeCard(card)}` : 'your card';
  return state === 'paid' ? `${price} was paid with ${target}.` : chargedLater(price, target);
}

/** What was paid before the changes, whose payments are told one by one. */
export function getFirstAmount(
  { total_amount: total, total_currency: currency }: BookingData,
  changes: readonly BookingChange[],
): string {
  const changed = changes
    .filter(({ state }) => state === 'done')
    .reduce((minor, change) => minor + getChangeCost(change), 0);
  return formatMinor((parseMinor(total, currency) ?? 0) - changed, currency);
}
