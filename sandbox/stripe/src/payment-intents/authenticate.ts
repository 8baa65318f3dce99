import type { Context } from '../context.ts';
import type { PaymentIntent } from '../state/records.ts';
import { behaviourOf } from './confirm.ts';
import { unexpectedState } from './find.ts';
import { approve, decline, failChallenge } from './settle.ts';

/** What the cardholder does on the bank's page: the control calls play that part. */
export function finishChallenge(context: Context, intent: PaymentIntent, passed: boolean): void {
  const method = context.store.get('payment_methods', String(intent.payment_method));
  if (intent.status !== 'requires_action' || !method) {
    throw unexpectedState(intent, `There is no challenge to answer: the status is ${intent.status}.`);
  }
  const card = behaviourOf(method);
  if (!passed) failChallenge(context, intent, method);
  else if (card.decline) decline(context, intent, method, card.decline);
  else approve(context, intent, method);
}
