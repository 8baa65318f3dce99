import type { PaymentResult } from '@fareline/contracts';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import type { Deps } from '../deps.ts';
import { inProgressError } from '../idempotency/idempotency-key.repository.ts';
import type { Visitor } from '../access/visitor.ts';
import { advancePayment } from './advance-payment.ts';
import { resolveChallenge } from './challenge.ts';
import { toPaymentError, toPaymentResult } from './payment-result.ts';
import { getPayment, type Payment } from './payment.repository.ts';

/**
 * The response about a payment: authorised or used, or the challenge that is to be shown, whose client secret is read from the
 * provider each time. Throws the reason of a payment that failed. (ELEMENT-02)
 */
export async function answerPayment(deps: Deps, payment: Payment, visitor: Visitor): Promise<PaymentResult> {
  if (payment.state !== 'challenged') return answerEnded(payment);
  const { payment: current, clientSecret } = await resolveAndVoid(deps, payment, visitor).catch(
    async (error: unknown) => {
      // The webhook or the sweep was faster.
      if (!(error instanceof LeaseLostError)) throw error;
      return { payment: await getPayment(deps.db, payment.id), clientSecret: null };
    },
  );
  if (current.state !== 'challenged') return answerEnded(current);
  if (!clientSecret) throw inProgressError();
  return { success: false, paymentId: payment.id, nextAction: { kind: 'challenge', clientSecret } };
}

/** What this process commits to be voided it voids at once. */
async function resolveAndVoid(deps: Deps, payment: Payment, visitor: Visitor) {
  const resolved = await resolveChallenge(deps, payment, visitor);
  if (resolved.payment.state !== 'voiding') return resolved;
  return { ...resolved, payment: await advancePayment(deps, resolved.payment) };
}

function answerEnded(payment: Payment): PaymentResult {
  const { state, failure_code } = payment;
  if (state === 'authorising') throw inProgressError();
  const hasFailed = failure_code !== null || ['declined', 'voiding', 'voided'].includes(state);
  if (hasFailed) throw toPaymentError(payment);
  return toPaymentResult(payment);
}
