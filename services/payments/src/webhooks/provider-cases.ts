import { endWithCancelledOrder } from '../bookings/cancelled-order.ts';
import { recordAirlineChange } from '../bookings/record-airline-change.ts';
import type { Deps } from '../deps.ts';
import type { OrderEvent } from '../duffel/flight-provider.ts';
import { openReviewCase } from '../review-cases/review-case.repository.ts';
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
 * Records a change by the airline; or ends the booking whose order was cancelled elsewhere. A cancellation of ours is not one,
 * because its booking is no longer confirmed. (REVIEW-01, LEDGER-02)
 */
export async function openOrderCase(deps: Deps, { id, mode, type, orderId }: OrderEvent): Promise<void> {
  if (!orderId) return;
  if (type === 'order_cancellation.confirmed') {
    await endWithCancelledOrder(deps, mode, orderId);
    return;
  }
  if (type !== 'order.airline_initiated_change_detected') return;
  await recordAirlineChange(deps, { mode, orderId, eventId: id });
}
