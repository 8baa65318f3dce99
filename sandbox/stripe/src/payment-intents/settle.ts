import { DECLINES } from '../cards/declines.ts';
import type { Decline, DeclineName } from '../cards/declines.ts';
import { buildCharge } from '../charges/build.ts';
import type { Context } from '../context.ts';
import { emit } from '../events/emit.ts';
import { cardError } from '../http/errors.ts';
import type { StripeError } from '../http/errors.ts';
import type { PaymentIntent, PaymentMethodRecord } from '../state/records.ts';
import { save } from './find.ts';

/** The bank's yes: money taken, or held when capture is manual. */
export function approve(context: Context, intent: PaymentIntent, method: PaymentMethodRecord): PaymentIntent {
  const charge = buildCharge(context, intent, method);
  context.store.put('charges', charge.id, charge);
  const manual = intent.capture_method === 'manual';
  const saved = save(context, intent, {
    amount_capturable: manual ? intent.amount : 0,
    amount_received: manual ? 0 : intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.object.id,
    status: manual ? 'requires_capture' : 'succeeded',
  });
  emit(context, 'charge.succeeded', charge);
  emit(context, manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', saved);
  return saved;
}

function fail(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  reason: Decline,
  chargeId?: string,
): StripeError {
  const error = cardError({
    ...(chargeId ? { charge: chargeId } : {}),
    code: reason.code,
    ...(reason.declineCode ? { decline_code: reason.declineCode } : {}),
    message: reason.message,
    ...(reason.param ? { param: reason.param } : {}),
  });
  const { type, ...details } = error.body;
  const saved = save(context, intent, {
    last_payment_error: {
      ...details,
      type,
      payment_method: method.object,
    } as PaymentIntent['last_payment_error'],
    ...(chargeId ? { latest_charge: chargeId } : {}),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(context, 'payment_intent.payment_failed', saved);
  error.body.payment_intent = saved;
  error.body.payment_method = method.object;
  return error;
}

/** The bank's no: a failed charge is kept and the intent waits for another card. Gives the 402 to answer with. */
export function decline(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  name: DeclineName,
): StripeError {
  const charge = buildCharge(context, intent, method, name);
  context.store.put('charges', charge.id, charge);
  emit(context, 'charge.failed', charge);
  return fail(context, intent, method, DECLINES[name], charge.id);
}

/** The cardholder did not pass the challenge: no bank was asked, so there is no charge. */
export function failChallenge(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
): StripeError {
  return fail(context, intent, method, DECLINES.payment_intent_authentication_failure);
}
