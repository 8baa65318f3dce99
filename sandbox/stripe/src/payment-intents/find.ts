import type { Context } from '../context.ts';
import { invalidState, resourceMissing } from '../http/errors.ts';
import type { StripeError } from '../http/errors.ts';
import type { Charge, PaymentIntent } from '../state/records.ts';

/** The intent in the key's mode, or Stripe's 404. */
export function findIntent(context: Context, id: string, param = 'intent'): PaymentIntent {
  const intent = context.store.get('payment_intents', id);
  if (intent && intent.livemode === context.livemode) return intent;
  const otherMode = intent ? (intent.livemode ? 'live' : 'test') : undefined;
  throw resourceMissing('payment_intent', id, param, otherMode);
}

/** The charge of the latest attempt, if there was one. */
export function latestCharge(context: Context, intent: PaymentIntent): Charge | undefined {
  return intent.latest_charge === null
    ? undefined
    : context.store.get('charges', String(intent.latest_charge));
}

/** Stores the new state of an intent and hands it back. */
export function save(context: Context, intent: PaymentIntent, change: Partial<PaymentIntent>): PaymentIntent {
  const saved = { ...intent, ...change };
  context.store.put('payment_intents', saved.id, saved);
  return saved;
}

/** Stripe's 400 for a call that does not fit the status; it carries the intent. */
export function unexpectedState(intent: PaymentIntent, message: string): StripeError {
  return invalidState({ code: 'payment_intent_unexpected_state', message, payment_intent: intent });
}
