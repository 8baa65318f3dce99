import { hasPassed } from '@fareline/service-kit/db/leases';
import type { Deps } from '../deps.ts';
import { isCardRefused } from './attempt-limits.ts';
import { isAgreed, recordAuthorisation, startChallenge } from './challenge.ts';
import { flagCharge } from './payment-steps.ts';
import { transitionPayment, type Payment } from './payment.repository.ts';

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

/**
 * Resolves a payment whose card call has no known outcome. An authorisation or challenge that is found is adopted if its request can be
 * repeated, else voided; an intent that is not found within AUTHORISE_SETTLE_MS was never created. (MONEY-25)
 */
export async function resolveUnknownAuthorisation(deps: Deps, payment: Payment): Promise<Payment> {
  const isFinal = await hasPassed(deps.db, deps.config.AUTHORISE_SETTLE_MS, payment.created_at);
  const found = await deps.cardGateway.findIntent(payment.mode, payment.id, payment.created_at);
  if (found?.kind === 'captured') {
    const patch = { intent_id: found.intentId };
    return flagCharge(deps, payment, 'A payment was captured without a booking.', patch);
  }
  if (found?.kind === 'authorised' && isAgreed(payment, found)) {
    const isRefused = await isCardRefused(deps, found.card?.fingerprint ?? null);
    if (!isRefused && (await canBeRepeated(deps, payment))) return recordAuthorisation(deps, payment, found);
  }
  if (found?.kind === 'challenged' && payment.challenge_until && (await canBeRepeated(deps, payment)))
    return startChallenge(deps, payment, found);
  if (found) return transitionPayment(deps, payment, 'voiding', { intent_id: found.intentId });
  return isFinal ? transitionPayment(deps, payment, 'voided') : payment;
}
