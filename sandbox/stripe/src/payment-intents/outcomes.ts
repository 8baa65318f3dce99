import { DECLINES } from '../cards/declines.ts';
import type { Decline, DeclineName } from '../cards/declines.ts';
import { buildCharge } from '../charges/build.ts';
import type { RequestContext } from '../deps.ts';
import { emit } from '../events/emit.ts';
import { cardError } from '../http/errors.ts';
import type { StripeError } from '../http/errors.ts';
import type { PaymentIntent, PaymentMethodRecord } from '../records.ts';
import { saveIntent } from './find.ts';

/** Records an approved payment: captured, or only authorised with manual capture. */
export function approvePayment(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
): PaymentIntent {
  const charge = buildCharge(context, intent, method);
  context.charges.put(charge.id, charge);
  const isManualCapture = intent.capture_method === 'manual';
  const updated = saveIntent(context, intent, {
    amount_capturable: isManualCapture ? intent.amount : 0,
    amount_received: isManualCapture ? 0 : intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.object.id,
    status: isManualCapture ? 'requires_capture' : 'succeeded',
  });
  emit(context, 'charge.succeeded', charge);
  emit(
    context,
    isManualCapture ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded',
    updated,
  );
  return updated;
}

/** Records a declined payment with a failed charge; the intent can be paid with another card. Returns the 402. */
export function declinePayment(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  declineName: DeclineName,
): StripeError {
  const charge = buildCharge(context, intent, method, declineName);
  context.charges.put(charge.id, charge);
  emit(context, 'charge.failed', charge);
  const reason: Decline = DECLINES[declineName];
  const error = cardError({
    charge: charge.id,
    code: reason.code,
    ...(reason.declineCode ? { decline_code: reason.declineCode } : {}),
    message: reason.message,
    ...(reason.param ? { param: reason.param } : {}),
  });
  const { type, ...details } = error.body;
  const updated = saveIntent(context, intent, {
    last_payment_error: {
      ...details,
      type,
      payment_method: method.object,
    } as PaymentIntent['last_payment_error'],
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(context, 'payment_intent.payment_failed', updated);
  error.body.payment_intent = updated;
  error.body.payment_method = method.object;
  return error;
}
