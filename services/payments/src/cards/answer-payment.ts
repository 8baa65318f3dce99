import type { PaymentResult } from '@fareline/contracts';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import type { Deps } from '../deps.ts';
import { inProgressError } from '../idempotency/idempotency-key.repository.ts';
import type { Visitor } from '../access/visitor.ts';
import { advancePayment } from './advance-payment.ts';
import { abandoned, resolveChallenge, voidIntent } from './challenge.ts';
import { toDeclineError, toPaymentResult } from './payment-result.ts';
import { getPayment, leasePayment, type Payment } from './payment.repository.ts';

/**
 * The response about a payment: authorised or used, or the challenge that is to be shown, whose client secret is read from the
 * provider each time. Throws the reason of a payment that failed; an abandoned one is ended before. (ELEMENT-02)
 */
export async function answerPayment(
  deps: Deps,
  payment: Payment,
  visitor: Visitor,
  isAbandoned = false,
): Promise<PaymentResult> {
  const { payment: current, clientSecret } = await resolveAndVoid(deps, payment, visitor, isAbandoned).catch(
    async (error: unknown) => {
      // The webhook or the sweep was faster.
      if (!(error instanceof LeaseLostError)) throw error;
      return { payment: await getPayment(deps.db, payment.id), clientSecret: null };
    },
  );
  if (current.state !== 'challenged')
    return answerEnded(deps, isAbandoned ? await voidUnused(deps, current) : current, visitor);
  if (!clientSecret) throw inProgressError();
  return { success: false, paymentId: payment.id, nextAction: { kind: 'challenge', clientSecret } };
}

/** What became of an open challenge. What this process commits to be voided it voids at once. */
async function resolveAndVoid(deps: Deps, payment: Payment, visitor: Visitor, isAbandoned: boolean) {
  if (payment.state !== 'challenged') return { payment, clientSecret: null };
  const resolved = await resolveChallenge(deps, payment, visitor, isAbandoned);
  if (resolved.payment.state !== 'voiding') return resolved;
  return { ...resolved, payment: await advancePayment(deps, resolved.payment) };
}

/** Voids an abandoned payment that was authorised before; throws while a booking may come to use it. */
async function voidUnused(deps: Deps, payment: Payment): Promise<Payment> {
  if (payment.state !== 'authorised' || payment.booking_id) return payment;
  const leased = await leasePayment(deps, payment);
  if (!leased) throw inProgressError();
  return advancePayment(deps, await voidIntent(deps, leased, leased.intent_id ?? '', abandoned));
}

async function answerEnded(deps: Deps, payment: Payment, visitor: Visitor): Promise<PaymentResult> {
  const { state, failure_code } = payment;
  if (state === 'authorising') throw inProgressError();
  const hasFailed = failure_code !== null || ['declined', 'voiding', 'voided'].includes(state);
  if (hasFailed) throw await toDeclineError(deps, payment, visitor);
  return toPaymentResult(payment);
}
