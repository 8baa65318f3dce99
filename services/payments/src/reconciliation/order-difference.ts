import type { BookingData } from '@fareline/contracts';
import { formatPriceWithCode } from '@fareline/presentation/formats';
import { mapSegments } from '../amendments/change-booking-data.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { findingSummaries } from './finding-summaries.ts';
import { openUndecidedCase } from './open-undecided-case.ts';

type Bag = Pick<BookingData['bags'][number], 'passenger_id' | 'segment_ids' | 'type' | 'quantity'>;

/** Bags by passenger, flight and kind, however many services they are. */
function countBags(bags: readonly Bag[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { passenger_id, segment_ids, type, quantity } of bags)
    for (const segment of segment_ids) {
      const key = JSON.stringify([passenger_id, segment, type]);
      counts.set(key, (counts.get(key) ?? 0) + quantity);
    }
  return counts;
}

/** The ids of the order's bags of which the booking has fewer. */
function listUnknownServices({ data, bagServices }: BookedOrder, { booking_data }: Booking): string[] {
  const ids = mapSegments(data.slices, booking_data.slices);
  const known = countBags(booking_data.bags);
  const ordered = bagServices.map(({ id, bag }) => ({
    ...{ id },
    bag: { ...bag, segment_ids: bag.segment_ids.map((segment) => ids.get(segment) ?? segment) },
  }));
  const counts = countBags(ordered.map(({ bag }) => bag));
  const isUnknown = ({ bag }: (typeof ordered)[number]) =>
    [...countBags([bag]).keys()].some((key) => (counts.get(key) ?? 0) > (known.get(key) ?? 0));
  return ordered.filter(isUnknown).map(({ id }) => id);
}

/**
 * Queues, once, that an order has another amount than recorded, as the comparison of the ledgers does, or else bags that its booking has
 * not. `decisions` are those of support before the order was read. (LEDGER-12)
 */
export async function queueOrderDifference(
  { db, log }: Deps,
  booking: Booking,
  order: BookedOrder,
  decisions: readonly string[],
): Promise<void> {
  const { id: bookingId, payment_id: paymentId, mode, provider_amount, provider_currency } = booking;
  const isAgreed = order.amount === provider_amount && order.currency === provider_currency;
  const services = listUnknownServices(order, booking);
  if (isAgreed && services.length === 0) return;
  const kind = isAgreed ? 'order_services' : 'order_amount';
  const subject = `${kind}:${order.id}`;
  const bags = services.length > 0 ? ` with bags ${services.join(', ')}` : '';
  const provided = `order ${order.id} ${formatPriceWithCode(order.amount, order.currency)}${bags}`;
  const stored = `booking ${bookingId}, order ${order.id} ${formatPriceWithCode(provider_amount, provider_currency)}`;
  const isNew = await openUndecidedCase(
    db,
    { decisions, ids: [bookingId] },
    {
      ...{ kind: 'reconciliation', subject, mode, bookingId, paymentId },
      summary: `${findingSummaries[kind]} Provider: ${provided}. Tables: ${stored}${bags && ' without them'}.`,
    },
  );
  if (isNew) log.fatal({ alert: 'needs_review', mode, subject }, `needs review: ${findingSummaries[kind]}`);
}
