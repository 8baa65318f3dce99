import { applyAirlineChange } from '../bookings/airline-change.ts';
import { getLastArrival } from '../bookings/booking-data.ts';
import { bookedStates, insertOutboxEvents } from '../bookings/booking.repository.ts';
import { endWithCancelledOrder } from '../bookings/cancelled-order.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { OrderEvent } from '../duffel/flight-provider.ts';
import { openBookingCase, openReviewCase } from '../review-cases/review-case.repository.ts';
import type { IntentEvent } from '../stripe/card-gateway.ts';

/** Queues a warning of the cardholder's bank, which only a person can answer. (REVIEW-01) */
export async function openFraudCase(
  { db }: Deps,
  { mode, objectId, intentId }: Pick<IntentEvent, 'mode' | 'intentId'> & { objectId: string },
): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'booking_id'])
    .where('mode', '=', mode)
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  // The account may have payments of other systems.
  if (!payment) return;
  await openReviewCase(db, {
    ...{
      kind: 'fraud_warning',
      subject: objectId,
      mode,
      bookingId: payment.booking_id,
      paymentId: payment.id,
    },
    summary: "The cardholder's bank warns that the payment may be fraudulent.",
  });
}

/**
 * Records and queues a change by the airline and tells the traveller, once for each event; or ends the booking whose order was cancelled by somebody
 * else. A cancellation of ours is not one, because its booking is no longer confirmed. (REVIEW-01, LEDGER-02)
 */
export async function openOrderCase(deps: Deps, { id, mode, type, orderId }: OrderEvent): Promise<void> {
  if (!orderId) return;
  if (type === 'order_cancellation.confirmed') {
    await endWithCancelledOrder(deps, mode, orderId);
    return;
  }
  if (type !== 'order.airline_initiated_change_detected') return;
  const findBooking = (db: Database) =>
    db
      .selectFrom('bookings')
      .select(['id', 'mode', 'payment_id', 'booking_data', 'last_arrival_at'])
      .where('mode', '=', mode)
      .where('order_id', '=', orderId)
      .where('state', 'in', bookedStates);
  // The account may have orders of other systems.
  if (!(await findBooking(deps.db).executeTakeFirst())) return;
  // The traveller is told of the change also while the airline does not say which.
  const order = await deps.flightProvider.getBookedOrder(mode, orderId).catch((error: unknown) => {
    deps.log.warn({ err: error, order: orderId }, 'the changed order could not be read');
    return undefined;
  });
  const rows = await deps.db.transaction().execute(async (trx) => {
    const booking = await findBooking(trx).forUpdate().executeTakeFirst();
    if (!booking) return [];
    const data = order && applyAirlineChange(booking.booking_data, order.data);
    if (data)
      await trx
        .updateTable('bookings')
        .set({
          booking_data: JSON.stringify(data),
          // The airline may have issued them again.
          tickets: JSON.stringify(order.tickets),
          last_arrival_at: getLastArrival(data.slices, booking.last_arrival_at),
        })
        .where('id', '=', booking.id)
        .execute();
    const summary = 'The airline has changed the flights of a booking.';
    await openBookingCase(trx, booking, { kind: 'airline_change', subject: id, summary });
    return insertOutboxEvents(trx, booking.id, [{ kind: 'mail_airline_change', eventId: id }]);
  });
  for (const row of rows) deps.enqueue.outboxEvent(row.id);
}
