import type { RequestContext } from '../deps.ts';
import { invalidState, resourceMissing } from '../http/errors.ts';
import type { StripeError } from '../http/errors.ts';
import type { Charge, PaymentIntent } from '../records.ts';

/** Finds an intent in the mode of the key; throws Stripe's 404. */
export function findIntent(context: RequestContext, id: string, param = 'intent'): PaymentIntent {
  const intent = context.intents.get(id);
  if (intent && intent.livemode === context.livemode) return intent;
  const otherMode = intent ? (intent.livemode ? 'live' : 'test') : undefined;
  throw resourceMissing('payment_intent', id, param, otherMode);
}

/** Finds an intent for a call of a browser, which has to know its client secret; throws Stripe's 404 otherwise. */
export function findOwnIntent(
  context: RequestContext,
  id: string,
  clientSecret: string | undefined,
): PaymentIntent {
  const intent = findIntent(context, id);
  if (context.isPublishable && intent.client_secret !== clientSecret)
    throw resourceMissing('payment_intent', id, 'intent');
  return intent;
}

/** Finds the charge of the latest payment attempt. */
export function findLatestCharge(context: RequestContext, intent: PaymentIntent): Charge | undefined {
  return intent.latest_charge === null ? undefined : context.charges.get(String(intent.latest_charge));
}

/** Stores the changes of an intent and returns the updated intent. */
export function saveIntent(
  context: RequestContext,
  intent: PaymentIntent,
  change: Partial<PaymentIntent>,
): PaymentIntent {
  const updated = { ...intent, ...change };
  context.intents.put(updated.id, updated);
  return updated;
}

/** Stripe's 400 for a call that the status does not allow; it contains the intent. */
export function unexpectedStateError(intent: PaymentIntent, message: string): StripeError {
  return invalidState({ code: 'payment_intent_unexpected_state', message, payment_intent: intent });
}
