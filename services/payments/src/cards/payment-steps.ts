import { equalsMoney } from '@fareline/contracts';
import { sql, type Updateable } from 'kysely';
import type { PaymentsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { openReviewCase } from '../review-cases/review-case.repository.ts';
import type { FoundIntent } from '../stripe/card-gateway.ts';
import { isCardRefused } from './attempt-limits.ts';
import { transitionPayment, type Payment } from './payment.repository.ts';

/** Alerts an operator by a fatal log line, because a step keeps failing or no automatic step is left. (REVIEW-01) */
export function alertOperator({ log }: Deps, payment: Payment, reason: string, cause?: unknown): void {
  log.fatal(
    { alert: 'needs_review', payment: payment.id, booking: payment.booking_id, err: cause },
    `needs review: ${reason}`,
  );
}

/** Alerts an operator, queues the payment and sets it to `needs_review`. */
async function flagPaymentForReview(
  deps: Deps,
  payment: Payment,
  summary: string,
  patch: Updateable<PaymentsTable> = {},
): Promise<Payment> {
  alertOperator(deps, payment, summary);
  // Before the state, because it can be repeated and the state is set once.
  await openReviewCase(deps.db, {
    kind: 'payment',
    subject: payment.id,
    mode: payment.mode,
    bookingId: payment.booking_id,
    paymentId: payment.id,
    summary,
  });
  return transitionPayment(deps, payment, 'needs_review', { ...patch, lease_until: null });
}

const toMoney = ({ amount_minor: minor, currency }: Payment) => ({ minor, currency });

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
  return flagPaymentForReview(deps, voiding, 'A payment that should be voided was captured.');
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

/** Whether a repeat of the request gets the payment: its process died before it answered. */
async function canBeRepeated({ db }: Deps, payment: Payment): Promise<boolean> {
  const key = await db
    .selectFrom('idempotency_keys')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('is_done', '=', false)
    .executeTakeFirst();
  return key !== undefined;
}

/** The hold is that of the attempt, so the repeat of its request goes on with it; unused, it is released. (MONEY-26) */
async function adoptHold(deps: Deps, payment: Payment, { intentId, card }: FoundIntent): Promise<Payment> {
  const authorised = await transitionPayment(deps, payment, 'authorised', {
    lease_until: null,
    intent_id: intentId,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
  });
  deps.enqueue.payment(payment.id, deps.config.UNUSED_HOLD_MS);
  return authorised;
}

/**
 * Resolves a payment whose card call has no known outcome. A hold that is found is adopted if its request can be repeated, else
 * voided; an intent that is not found within AUTHORISE_SETTLE_MS was never created. (MONEY-25)
 */
export async function resolveUnknownAuthorisation(deps: Deps, payment: Payment): Promise<Payment> {
  const found = await deps.cardGateway.findIntent(payment.mode, payment.id, payment.created_at);
  if (found?.kind === 'captured') {
    const patch = { intent_id: found.intentId };
    return flagPaymentForReview(deps, payment, 'A payment was captured without a booking.', patch);
  }
  if (found?.kind === 'authorised' && equalsMoney(found, toMoney(payment))) {
    const isRefused = await isCardRefused(deps, found.card?.fingerprint ?? null);
    if (!isRefused && (await canBeRepeated(deps, payment))) return adoptHold(deps, payment, found);
  }
  if (found) {
    const voiding = await transitionPayment(deps, payment, 'voiding', { intent_id: found.intentId });
    return voidPayment(deps, voiding);
  }
  const isFinal = Date.now() - payment.created_at.getTime() > deps.config.AUTHORISE_SETTLE_MS;
  return isFinal ? transitionPayment(deps, payment, 'voided', { lease_until: null }) : payment;
}
