import { noteEvent } from '../airline-changes/pending-events.ts';
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

const orderEventKinds: Record<string, 'cancelled' | 'changed'> = {
  'order_cancellation.confirmed': 'cancelled',
  'order.airline_initiated_change_detected': 'changed',
};

/** Notes that the airline has changed or cancelled an order. A cancellation of ours ends its booking itself. (REVIEW-01, LEDGER-02) */
export async function noteOrderEvent(deps: Deps, { id, mode, type, orderId }: OrderEvent): Promise<void> {
  const kind = orderEventKinds[type];
  if (orderId && kind) await noteEvent(deps, { mode, orderId, kind, eventId: id });
}
