import { alertOperator } from '../cards/payment-steps.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { auditRefund } from './audit-refund.ts';
import { renewBookingLease } from './booking-lease.repository.ts';
import { isRetryPeriodOver, transitionBooking, type Booking } from './booking.repository.ts';
import { getAcceptedCancellation, type Cancellation } from './cancellation.repository.ts';

/** Returns the refund id. A 500 is replayed for the same idempotency key, so the next attempt gets a new key. */
async function refundOnce(
  { db, cardGateway }: Deps,
  payment: Payment,
  intentId: string,
  { id, refund_minor: minor, currency, refund_key: key }: Cancellation,
): Promise<string> {
  const outcome = await cardGateway.refund(
    payment.mode,
    { payment_id: payment.id },
    intentId,
    { minor, currency },
    key,
  );
  if (outcome.kind === 'refunded') return outcome.refundId;
  await db
    .updateTable('cancellations')
    .set({ refund_key: key + 1 })
    .where('id', '=', id)
    .where('refund_key', '=', key)
    .execute();
  throw outcome.cause;
}

async function reportFailure(deps: Deps, booking: Booking, payment: Payment, cause: unknown): Promise<void> {
  alertOperator(deps, payment, 'a refund keeps failing', cause);
  const summary = 'The refund of a cancelled booking keeps failing.';
  await openBookingCase(deps.db, booking, { kind: 'refund_failed', summary });
}

/** From `refunding`: refunds once; retries without end, because it is owed, and alerts an operator after GIVE_UP_AFTER_MS. */
export async function refundCard(deps: Deps, booking: Booking): Promise<Booking> {
  const { db, killPoint } = deps;
  const cancellation = await getAcceptedCancellation(db, booking.id);
  const payment = await getPayment(db, booking.payment_id);
  let refundId: string | null = null;
  if (cancellation.refund_minor > 0 && payment.intent_id) {
    killPoint('before:call:refund');
    await renewBookingLease(deps, booking);
    try {
      refundId = await refundOnce(deps, payment, payment.intent_id, cancellation);
    } catch (error) {
      if (isRetryPeriodOver(deps, booking)) await reportFailure(deps, booking, payment, error);
      throw error;
    }
    killPoint('after:call:refund');
  }
  return transitionBooking(deps, booking, 'cancelled', {
    inTransaction: async (trx) => {
      await trx
        .updateTable('cancellations')
        .set({ refund_id: refundId })
        .where('id', '=', cancellation.id)
        .execute();
      if (refundId !== null)
        await auditRefund(trx, booking, cancellation, {
          action: 'refund_paid',
          actor: 'system',
          ip_address: null,
        });
    },
    outboxEvents: [{ kind: 'mail_cancelled' }],
  });
}
