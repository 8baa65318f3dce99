import type { Context } from '../context.ts';
import { movePayment, type Payment } from './payment-rows.ts';

/** Calls a person: money and records do not agree. (D3) */
export function callForReview({ log }: Context, payment: Payment, reason: string, cause?: unknown): void {
  log.fatal(
    { alert: 'needs_review', payment: payment.id, booking: payment.booking_id, err: cause },
    `needs review: ${reason}`,
  );
}

/**
 * Lets the hold go. Rejects when the card provider cannot say yet; may be repeated, with another number of the `attempt`
 * after a failure. (MONEY-24)
 */
export async function voidPayment(
  context: Context,
  payment: Payment,
  attempt: number = payment.attempts,
): Promise<Payment> {
  if (payment.state === 'voided' || payment.state === 'declined') return payment;
  const voiding = payment.state === 'voiding' ? payment : await movePayment(context, payment, 'voiding');
  if (!voiding.intent_id) return movePayment(context, voiding, 'voided', { lease_until: null });
  context.killPoint('before:call:void');
  const outcome = await context.stripe.cancel(voiding.mode, voiding.id, voiding.intent_id, attempt);
  context.killPoint('after:call:void');
  if (outcome.kind === 'voided') return movePayment(context, voiding, 'voided', { lease_until: null });
  callForReview(context, voiding, 'a payment that should be released was captured');
  return movePayment(context, voiding, 'needs_review', { lease_until: null });
}

/** Takes the money of a hold, once. `captured` or, for good, still `capturing`; rejects when nobody can say yet. */
export async function capturePayment(
  context: Context,
  payment: Payment,
  attempt: number,
): Promise<{ payment: Payment; failure?: unknown }> {
  if (payment.state === 'captured') return { payment };
  const capturing =
    payment.state === 'capturing' ? payment : await movePayment(context, payment, 'capturing');
  if (!capturing.intent_id) return { payment: capturing, failure: new Error('no intent') };
  context.killPoint('before:call:capture');
  const outcome = await context.stripe.capture(capturing.mode, capturing.id, capturing.intent_id, attempt);
  context.killPoint('after:call:capture');
  if (outcome.kind === 'failed') return { payment: capturing, failure: outcome.cause };
  return { payment: await movePayment(context, capturing, 'captured') };
}

/**
 * A payment whose card call was cut off. The card cannot be asked again: what is held is let go, and what cannot be found
 * after the call's time counts as never made. (MONEY-25)
 */
export async function settleCutOff(context: Context, payment: Payment): Promise<Payment> {
  const found = await context.stripe.find(payment.mode, payment.id, payment.created_at);
  if (found?.kind === 'captured') {
    callForReview(context, payment, 'a payment was captured without a booking');
    return movePayment(context, payment, 'needs_review', { intent_id: found.intentId, lease_until: null });
  }
  if (found) {
    const voiding = await movePayment(context, payment, 'voiding', { intent_id: found.intentId });
    return voidPayment(context, voiding);
  }
  const isOver = Date.now() - payment.created_at.getTime() > context.config.AUTHORISE_SETTLE_MS;
  return isOver ? movePayment(context, payment, 'voided', { lease_until: null }) : payment;
}
