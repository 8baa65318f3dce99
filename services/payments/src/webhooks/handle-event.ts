import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql } from 'kysely';
import { noticeOrder } from '../bookings/late-order.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { recordProviderRefund } from '../refunds/record-refund.ts';
import { reopenForAuthorisation } from '../cards/late-authorisation.ts';
import type { Deps } from '../deps.ts';
import type { OrderEvent } from '../duffel/flight-provider.ts';
import type { IntentEvent } from '../stripe/card-gateway.ts';
import { noteOrderEvent, openFraudCase } from './provider-cases.ts';

const refundEvents = /^(refund\.(created|updated|failed)|charge\.refund\.updated)$/;

/** Records what an event says about a charge: a warning, a dispute or a refund. All others are about the intent. */
export async function handleStripeEvent(deps: Deps, event: IntentEvent): Promise<void> {
  const { mode, type, objectId, intentId } = event;
  if (!intentId) return;
  if (objectId && type === 'radar.early_fraud_warning.created')
    return openFraudCase(deps, { mode, objectId, intentId });
  if (objectId && type.startsWith('charge.dispute.')) return recordDispute(deps, mode, objectId);
  if (objectId && refundEvents.test(type)) {
    const refund = await deps.cardGateway.readRefund(mode, objectId);
    return refund && recordProviderRefund(deps, mode, refund);
  }
  return resumePayment(deps, intentId, event);
}

/**
 * Makes the payment or booking of the intent due now, so that its step reads the new state. The payment is also found by our id in
 * the metadata, because a process that died did not record the intent. (PROVIDER-45, REVIEW-05)
 */
async function resumePayment(
  deps: Deps,
  intentId: string,
  event: Pick<IntentEvent, 'mode' | 'paymentId'>,
): Promise<void> {
  const paymentId = event.paymentId && isUuid(event.paymentId) ? event.paymentId : null;
  if (paymentId) await reopenForAuthorisation(deps, event.mode, paymentId, intentId);
  const payment = await deps.db
    .updateTable('payments')
    .set({ next_attempt_at: sql`now()` })
    .where('mode', '=', event.mode)
    .where((eb) => eb.or([eb('intent_id', '=', intentId), ...(paymentId ? [eb('id', '=', paymentId)] : [])]))
    .where('state', 'in', ['authorising', 'challenged', 'voiding', 'capturing'])
    .returning(['id', 'booking_id'])
    .executeTakeFirst();
  if (!payment) return;
  if (!payment.booking_id) return deps.enqueue.payment(payment.id);
  await deps.db
    .updateTable('bookings')
    .set({ next_attempt_at: sql`now()` })
    .where('id', '=', payment.booking_id)
    .execute();
  deps.enqueue.booking(payment.booking_id);
}

/** Makes the bookings that the order may belong to due now, so that their step searches for it. */
export async function handleOrderEvent(deps: Deps, event: OrderEvent): Promise<void> {
  await noteOrderEvent(deps, event);
  const { offerId } = event;
  const bookingId = event.bookingId && isUuid(event.bookingId) ? event.bookingId : null;
  if (event.type === 'order.creation_failed')
    await deps.db
      .updateTable('bookings')
      .set({ order_failed: true })
      .where('mode', '=', event.mode)
      .where('state', 'in', ['authorised', 'pending'])
      .where((eb) => (bookingId ? eb('id', '=', bookingId) : eb('offer_id', '=', offerId ?? '')))
      .execute();
  if (bookingId) await noticeOrder(deps, event.mode, { bookingId });
  else if (offerId) await noticeOrder(deps, event.mode, { offerId });
}
