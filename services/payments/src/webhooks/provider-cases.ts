import type { ReviewCaseKind } from '@fareline/contracts';
import { insertOutboxEvents } from '../bookings/booking.repository.ts';
import type { Deps } from '../deps.ts';
import type { OrderEvent } from '../duffel/flight-provider.ts';
import { openBookingCase, openReviewCase } from '../review-cases/review-case.repository.ts';
import type { IntentEvent } from '../stripe/card-gateway.ts';

const paymentCases: Partial<Record<string, { kind: ReviewCaseKind; summary: string }>> = {
  'charge.dispute.created': {
    kind: 'dispute',
    summary: 'The cardholder disputes the payment; the card provider waits for evidence.',
  },
  'charge.dispute.closed': { kind: 'dispute', summary: 'A dispute of the payment was decided.' },
  'radar.early_fraud_warning.created': {
    kind: 'fraud_warning',
    summary: "The cardholder's bank warns that the payment may be fraudulent.",
  },
};

/** Queues what the card provider says about a payment and only a person can answer. (REVIEW-01) */
export async function openPaymentCase(
  { db }: Deps,
  { mode, type, objectId, intentId }: Omit<IntentEvent, 'paymentId'>,
): Promise<void> {
  const found = paymentCases[type];
  if (!found || !objectId || !intentId) return;
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'booking_id'])
    .where('mode', '=', mode)
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  // The account may have payments of other systems.
  if (!payment) return;
  const { id: paymentId, booking_id: bookingId } = payment;
  await openReviewCase(db, { ...found, subject: objectId, mode, bookingId, paymentId });
}

const orderSummaries: Partial<Record<string, string>> = {
  'order.airline_initiated_change_detected': 'The airline has changed the flights of a booking.',
  'order_cancellation.confirmed': 'The order of a confirmed booking was cancelled at the airline.',
};

/**
 * Queues a change or cancellation that did not come from the traveller, and tells them by mail. A cancellation of ours is not one,
 * because its booking is no longer confirmed. (REVIEW-01)
 */
export async function openOrderCase(deps: Deps, { id, mode, type, orderId }: OrderEvent): Promise<void> {
  const summary = orderSummaries[type];
  if (!summary || !orderId) return;
  const rows = await deps.db.transaction().execute(async (trx) => {
    const booking = await trx
      .selectFrom('bookings')
      .select(['id', 'mode', 'payment_id'])
      .where('mode', '=', mode)
      .where('order_id', '=', orderId)
      .where('state', 'in', ['confirmed', 'completed'])
      .executeTakeFirst();
    if (!booking) return [];
    await openBookingCase(trx, booking, { kind: 'airline_change', subject: id, summary });
    return insertOutboxEvents(trx, booking.id, [{ kind: 'mail_airline_change' }]);
  });
  for (const row of rows) deps.enqueue.outboxEvent(row.id);
}
