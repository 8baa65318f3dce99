import { equalsMoney, type ErrorCode, type Money } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { hasPassed } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { CardSummary, ChallengedIntent, FoundIntent } from '../stripe/card-gateway.ts';
import type { Visitor } from '../access/visitor.ts';
import {
  extendAttempt,
  isCardRefused,
  recordAuthorised,
  recordDecline,
  refusedCard,
  releaseAttempt,
  toCardSubject,
} from './attempt-limits.ts';
import { flagCharge } from './payment-steps.ts';
import { transitionPayment, type Payment } from './payment.repository.ts';

interface Failure {
  failure_code: ErrorCode;
  failure_message?: string;
}

export const isAgreed = ({ amount_minor: minor, currency }: Payment, intent: Money): boolean =>
  equalsMoney(intent, { minor, currency });

export const abandoned = {
  failure_code: 'CARD_CHALLENGE_FAILED',
  failure_message: 'The payment was stopped before your bank confirmed it. Nothing was charged.',
} as const;

const unanswered =
  'We could not ask what became of your payment. Nothing is charged meanwhile. Please try again in a moment.';

export const refusal = { failure_code: refusedCard.code, failure_message: refusedCard.message };

/** The step of the payment then voids an intent that the attempt must not use. */
export const voidIntent = (
  deps: Deps,
  payment: Payment,
  intentId: string,
  failure: Failure,
): Promise<Payment> => transitionPayment(deps, payment, 'voiding', { intent_id: intentId, ...failure });

type IntentCard = Pick<FoundIntent, 'intentId' | 'card'>;

/** What is recorded of an intent that goes on. */
const toIntentColumns = ({ intentId, card }: IntentCard) => ({
  intent_id: intentId,
  card_brand: card?.brand ?? null,
  card_last4: card?.last4 ?? null,
});

/** Records the authorisation, which is voided if no booking uses it. (MONEY-26) */
export async function recordAuthorisation(
  deps: Deps,
  payment: Payment,
  intent: IntentCard & Pick<FoundIntent, 'risk'>,
): Promise<Payment> {
  const { card, risk } = intent;
  const authorised = await transitionPayment(deps, payment, 'authorised', {
    ...toIntentColumns(intent),
    card_hash: card?.fingerprint ? toCardSubject(deps, card.fingerprint) : null,
    risk_level: risk.level,
    is_authenticated: risk.isAuthenticated,
    next_attempt_at: sql<Date>`created_at + ${deps.config.UNUSED_HOLD_MS} * interval '1 millisecond'`,
  });
  deps.enqueue.payment(payment.id, deps.config.UNUSED_HOLD_MS);
  return authorised;
}

/** The payment waits for the cardholder; its attempt stays reserved, so that abandoned challenges count. (ELEMENT-02) */
export async function startChallenge(deps: Deps, payment: Payment, intent: IntentCard): Promise<Payment> {
  const { challenge_until: until } = payment;
  if (!until) throw new Error('the form of the payment cannot show a challenge');
  await extendAttempt(deps, payment.attempt_id, until);
  const challenged = await transitionPayment(deps, payment, 'challenged', {
    ...toIntentColumns(intent),
    next_attempt_at: until,
  });
  deps.enqueue.payment(payment.id, Math.max(0, until.getTime() - Date.now()));
  return challenged;
}

/**
 * Reads what became of the challenge and records it: authorised, or voided with the reason. The payment stays challenged while the
 * cardholder may answer. Throws PROVIDER_UNAVAILABLE when the provider does not answer, and a LeaseLostError when another process was faster.
 * `visitor` is the one who paid, if that is known; `clientSecret` shows the challenge that is still open. (ELEMENT-02)
 */
export async function resolveChallenge(
  deps: Deps,
  payment: Payment,
  visitor?: Visitor,
  /** The cardholder wants to use another card. */
  isAbandoned = false,
): Promise<{ payment: Payment; clientSecret: string | null }> {
  deps.killPoint('before:call:retrieve');
  const intent = await deps.cardGateway
    .readChallenge(payment.mode, payment.intent_id ?? '')
    .catch((cause: unknown) => {
      throw new AppError('PROVIDER_UNAVAILABLE', { message: unanswered, cause });
    });
  deps.killPoint('after:call:retrieve');
  const clientSecret = intent.kind === 'challenged' ? intent.clientSecret : null;
  return { payment: await recordIntent(deps, payment, intent, visitor, isAbandoned), clientSecret };
}

async function recordIntent(
  deps: Deps,
  payment: Payment,
  intent: ChallengedIntent,
  visitor: Visitor | undefined,
  isAbandoned: boolean,
): Promise<Payment> {
  const { intentId, card } = intent;
  switch (intent.kind) {
    case 'authorised': {
      if (isAbandoned) {
        await releaseAttempt(deps, payment.attempt_id);
        return voidIntent(deps, payment, intentId, abandoned);
      }
      const isSameAmount = isAgreed(payment, intent);
      if (!isSameAmount || (await isCardRefused(deps, card?.fingerprint ?? null))) {
        await releaseAttempt(deps, payment.attempt_id);
        return voidIntent(
          deps,
          payment,
          intentId,
          isSameAmount ? refusal : { failure_code: 'PAYMENT_FAILED' },
        );
      }
      const authorised = await recordAuthorisation(deps, payment, intent);
      await (visitor
        ? recordAuthorised(deps, payment.attempt_id, visitor)
        : releaseAttempt(deps, payment.attempt_id));
      return authorised;
    }
    case 'challenged':
    case 'processing':
      if (isAbandoned) return declineChallenge(deps, payment, null, abandoned);
      if (payment.challenge_until && !(await hasPassed(deps.db, 0, payment.challenge_until))) return payment;
      return declineChallenge(deps, payment, null, { failure_code: 'CARD_CHALLENGE_FAILED' });
    case 'incomplete':
      return declineChallenge(
        deps,
        payment,
        card,
        intent.declineMessage === null
          ? { failure_code: 'CARD_CHALLENGE_FAILED' }
          : { failure_code: 'PAYMENT_FAILED', failure_message: intent.declineMessage },
      );
    case 'voided':
      await releaseAttempt(deps, payment.attempt_id);
      return transitionPayment(deps, payment, 'voided', { failure_code: 'CARD_CHALLENGE_FAILED' });
    case 'captured':
      return flagCharge(deps, payment, 'A payment was captured without a booking.');
  }
}

/** A challenge that was failed or left counts as a decline, because those who test cards leave them. */
async function declineChallenge(
  deps: Deps,
  payment: Payment,
  card: CardSummary | null,
  failure: Failure,
): Promise<Payment> {
  const isRefused = await recordDecline(deps, payment.attempt_id, card?.fingerprint ?? null);
  return voidIntent(deps, payment, payment.intent_id ?? '', isRefused ? refusal : failure);
}
