import { sql, type Updateable } from 'kysely';
import type { PaymentsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { openReviewCase } from '../review-cases/review-case.repository.ts';
import { transitionPayment, type Payment } from './payment.repository.ts';

/** Alerts an operator by a fatal log line, because a step keeps failing or no automatic step is left. (REVIEW-01) */
export function alertOperator({ log }: Deps, payment: Payment, reason: string, cause?: unknown): void {
  log.fatal(
    { alert: 'needs_review', payment: payment.id, booking: payment.booking_id, err: cause },
    `needs review: ${reason}`,
  );
}

/** Alerts an operator and queues the payment. With a booking its charge can be refunded. (LEDGER-05) */
export async function flagCharge(
  deps: Deps,
  payment: Payment,
  summary: string,
  patch: Updateable<PaymentsTable> = {},
): Promise<Payment> {
  alertOperator(deps, payment, summary);
  // Before the state, because it can be repeated and the state is set once.
  await openReviewCase(deps.db, {
    ...(payment.booking_id
      ? { kind: 'booking', subject: payment.booking_id }
      : { kind: 'payment', subject: payment.id }),
    mode: payment.mode,
    bookingId: payment.booking_id,
    paymentId: payment.id,
    summary,
  });
  return transitionPayment(deps, payment, 'captured', { ...patch, lease_until: null });
}

/** Called right before a call to the provider; rejects when another process has taken the row meanwhile. (REVIEW-05) */
type Fence = () => Promise<void>;

/**
 * Voids the authorisation. Rejects when the outcome is not known; a retry after that needs another `attempt` number.
 * (MONEY-24)
 */
export async function voidPayment(
  deps: Deps,
  payment: Payment,
  attempt: number = payment.attempts,
  fence?: Fence,
): Promise<Payment> {
  if (payment.state === 'voided' || payment.state === 'declined') return payment;
  const voiding = payment.state === 'voiding' ? payment : await transitionPayment(deps, payment, 'voiding');
  if (!voiding.intent_id) return transitionPayment(deps, voiding, 'voided', { lease_until: null });
  deps.killPoint('before:call:void');
  await fence?.();
  const outcome = await deps.cardGateway.voidAuthorisation(
    voiding.mode,
    voiding.id,
    voiding.intent_id,
    attempt,
  );
  deps.killPoint('after:call:void');
  if (outcome.kind === 'voided') return transitionPayment(deps, voiding, 'voided', { lease_until: null });
  return flagCharge(deps, voiding, 'A payment that should be voided was captured.');
}

/**
 * Voids the authorisation of a payment without a booking; does nothing if a booking uses it meanwhile. Never throws: the job
 * retries when the card provider fails. (MONEY-26)
 */
export async function voidUnusedAuthorisation(deps: Deps, payment: Payment): Promise<void> {
  try {
    const voiding = await deps.db
      .updateTable('payments')
      .set({ state: 'voiding', state_since: sql`now()` })
      .where('id', '=', payment.id)
      .where('state', '=', 'authorised')
      .where('booking_id', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (voiding) await voidPayment(deps, voiding);
  } catch (error) {
    deps.log.warn({ err: error, payment: payment.id }, 'authorisation not voided, will be retried');
    deps.enqueue.payment(payment.id);
  }
}

/** Captures an authorisation once. Returns a `failure` when the capture is definitely refused; rejects on an unknown outcome. */
export async function capturePayment(
  deps: Deps,
  payment: Payment,
  attempt: number,
  fence: Fence,
): Promise<{ payment: Payment; failure?: unknown }> {
  if (payment.state === 'captured') return { payment };
  const capturing =
    payment.state === 'capturing' ? payment : await transitionPayment(deps, payment, 'capturing');
  if (!capturing.intent_id) return { payment: capturing, failure: new Error('no intent') };
  deps.killPoint('before:call:capture');
  await fence();
  const outcome = await deps.cardGateway.capture(capturing.mode, capturing.id, capturing.intent_id, attempt);
  deps.killPoint('after:call:capture');
  if (outcome.kind === 'failed') return { payment: capturing, failure: outcome.cause };
  return { payment: await transitionPayment(deps, capturing, 'captured') };
}
