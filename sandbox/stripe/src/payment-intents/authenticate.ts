import type { RequestContext } from '../request-context.ts';
import type { PaymentIntent } from '../state/records.ts';
import { getCardBehaviour } from './confirm.ts';
import { unexpectedStateError } from './find.ts';
import { approvePayment, declinePayment, failChallenge } from './outcomes.ts';

/** Completes a 3-D Secure challenge, as the cardholder does on the bank's page; called by the control API. */
export function completeChallenge(context: RequestContext, intent: PaymentIntent, passed: boolean): void {
  const method = context.store.get('payment_methods', String(intent.payment_method));
  if (intent.status !== 'requires_action' || !method) {
    throw unexpectedStateError(intent, `There is no challenge to complete: the status is ${intent.status}.`);
  }
  const behaviour = getCardBehaviour(method);
  if (!passed) failChallenge(context, intent, method);
  else if (behaviour.decline) declinePayment(context, intent, method, behaviour.decline);
  else approvePayment(context, intent, method);
}
