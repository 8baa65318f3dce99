import { sql, type UpdateObject } from 'kysely';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { openReviewCase } from '../review-cases/review-case.repository.ts';
import type { Answer, Look } from '../steps/step.ts';
import type { CardAnswer } from '../stripe/card-gateway.ts';
import { getPayment, transitionPayment, type Payment } from './payment.repository.ts';

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
  patch: UpdateObject<Tables, 'payments'> = {},
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
  return transitionPayment(deps, payment, 'captured', patch);
}

/** Why an authorisation cannot be captured, for the log. One that is lost cannot be captured later either. */
export interface CardRefusal {
  message: string;
  isLost?: boolean;
}

/** The next call has another key once the provider has answered, because it would repeat that answer. */
async function callCard({ db }: Deps, { id }: Payment, call: () => Promise<CardAnswer>): Promise<CardAnswer> {
  const answer = await call();
  if (answer.kind === 'refused' || (answer.kind === 'doubt' && answer.isReplayed))
    await db
      .updateTable('payments')
      .set({ idempotency_number: sql`idempotency_number + 1` })
      .where('id', '=', id)
      .execute();
  return answer;
}

/** Whether the authorisation is captured, can still be, or cannot. */
export async function lookForCapture(deps: Deps, paymentId: string): Promise<Look<undefined, CardRefusal>> {
  const { state, mode, intent_id } = await getPayment(deps.db, paymentId);
  if (state === 'captured') return { kind: 'done', outcome: undefined };
  if (!intent_id) return { kind: 'gone', reason: { message: 'the payment has no intent', isLost: true } };
  const { kind } = await deps.cardGateway.readIntent(mode, intent_id);
  if (kind === 'captured') return { kind: 'done', outcome: undefined };
  if (kind === 'authorised') return { kind: 'absent' };
  return { kind: 'gone', reason: { message: `the intent is ${kind}`, isLost: true } };
}

/** Captures an authorisation. */
export async function callCapture(deps: Deps, paymentId: string): Promise<Answer<undefined, CardRefusal>> {
  const payment = await getPayment(deps.db, paymentId);
  if (payment.state !== 'capturing') await transitionPayment(deps, payment, 'capturing');
  const { id, mode, intent_id, idempotency_number: number } = payment;
  const answer = await callCard(deps, payment, () =>
    deps.cardGateway.capture(mode, id, intent_id ?? '', number),
  );
  if (answer.kind === 'done') return { kind: 'done', outcome: undefined };
  if (answer.kind === 'refused') return { kind: 'refused', reason: { message: String(answer.cause) } };
  return answer;
}

export async function recordCapture(deps: Deps, paymentId: string): Promise<void> {
  const payment = await getPayment(deps.db, paymentId);
  if (payment.state !== 'captured') await transitionPayment(deps, payment, 'captured');
}

export type Voided = 'voided' | 'captured';

/** Whether the authorisation is voided, or was captured in place of that. */
export async function lookForVoid(deps: Deps, paymentId: string): Promise<Look<Voided, never>> {
  const { state, mode, intent_id } = await getPayment(deps.db, paymentId);
  if (state === 'voided' || state === 'declined' || !intent_id) return { kind: 'done', outcome: 'voided' };
  const { kind } = await deps.cardGateway.readIntent(mode, intent_id);
  return kind === 'voided' || kind === 'captured' ? { kind: 'done', outcome: kind } : { kind: 'absent' };
}

/** Voids an authorisation. The card provider does that as long as it is not captured, so a refusal is looked at again. (MONEY-24) */
export async function callVoid(deps: Deps, paymentId: string): Promise<Answer<Voided, never>> {
  const payment = await getPayment(deps.db, paymentId);
  if (payment.state !== 'voiding') await transitionPayment(deps, payment, 'voiding');
  const { id, mode, intent_id, idempotency_number: number } = payment;
  const answer = await callCard(deps, payment, () =>
    deps.cardGateway.voidAuthorisation(mode, id, intent_id ?? '', number),
  );
  if (answer.kind === 'done') return { kind: 'done', outcome: 'voided' };
  return { kind: 'doubt', cause: answer.cause };
}

export async function recordVoid(deps: Deps, paymentId: string, outcome: Voided): Promise<Payment> {
  const payment = await getPayment(deps.db, paymentId);
  if (outcome === 'captured' && payment.state !== 'captured')
    return flagCharge(deps, payment, 'A payment that should be voided was captured.');
  if (payment.state === 'voided' || payment.state === 'declined' || payment.state === 'captured')
    return payment;
  return transitionPayment(deps, payment, 'voided');
}
