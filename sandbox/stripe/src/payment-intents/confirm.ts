import { createPaymentMethod, resolvePaymentMethod } from '../cards/create.ts';
import { findTestCardByName } from '../cards/test-cards.ts';
import type { DeclineName } from '../cards/declines.ts';
import type { RequestContext } from '../request-context.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/errors.ts';
import type { PaymentIntent, PaymentMethodRecord } from '../state/records.ts';
import { saveIntent, unexpectedStateError } from './find.ts';
import type { ConfirmParams } from './schema.ts';
import { approvePayment, declinePayment } from './outcomes.ts';

/** Returns how a card behaves; a number that is not one of Stripe's test cards is declined. */
export function getCardBehaviour(method: PaymentMethodRecord): {
  decline?: DeclineName;
  requiresChallenge?: true;
} {
  return findTestCardByName(method.testCard) ?? { decline: 'test_mode_live_card' };
}

const RETURN_URL_REQUIRED =
  "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";

/** Throws Stripe's 400 if redirects are allowed but there is no `return_url`. */
export function requireReturnUrl(intent: PaymentIntent, params: ConfirmParams): void {
  const methods = intent.automatic_payment_methods;
  const redirects = methods?.enabled === true && methods.allow_redirects !== 'never';
  if (redirects && !params.return_url && !params.off_session) {
    throw invalidRequest({ message: RETURN_URL_REQUIRED, param: 'return_url' });
  }
}

/** Finds or creates the payment method that is given in the parameters; undefined if there is none. */
export function resolveMethod(
  context: RequestContext,
  params: Pick<ConfirmParams, 'payment_method' | 'payment_method_data'>,
): PaymentMethodRecord | undefined {
  if (params.payment_method) return resolvePaymentMethod(context, params.payment_method);
  return params.payment_method_data && createPaymentMethod(context, params.payment_method_data);
}

function requireConfirmable(intent: PaymentIntent): void {
  if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) return;
  const reason =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed.'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
  throw unexpectedStateError(intent, `You cannot confirm this PaymentIntent because ${reason}`);
}

function startChallenge(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  returnUrl?: string,
) {
  const url = `https://hooks.stripe.com/3d_secure_2/hosted?payment_intent=${intent.id}`;
  const updated = saveIntent(context, intent, {
    next_action: returnUrl
      ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
      : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } },
    payment_method: method.object.id,
    status: 'requires_action',
  });
  emit(context, 'payment_intent.requires_action', updated);
  return updated;
}

/** Attempts the payment with `method`: paid, authorised or waiting for 3-D Secure. Throws the 402 if it is declined. */
export function attemptPayment(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  params: ConfirmParams,
): PaymentIntent {
  const behaviour = getCardBehaviour(method);
  if (behaviour.requiresChallenge && params.off_session)
    throw declinePayment(context, intent, method, 'authentication_required');
  if (behaviour.requiresChallenge && params.error_on_requires_action) {
    throw declinePayment(context, intent, method, 'authentication_not_handled');
  }
  if (behaviour.requiresChallenge) return startChallenge(context, intent, method, params.return_url);
  if (behaviour.decline) throw declinePayment(context, intent, method, behaviour.decline);
  return approvePayment(context, intent, method);
}

/** `POST /v1/payment_intents/:id/confirm`. */
export function confirmIntent(
  context: RequestContext,
  intent: PaymentIntent,
  params: ConfirmParams,
): PaymentIntent {
  requireConfirmable(intent);
  requireReturnUrl(intent, params);
  const requestedMethod = resolveMethod(context, params);
  const storedMethodId = intent.payment_method === null ? undefined : String(intent.payment_method);
  const method =
    requestedMethod ?? (storedMethodId ? context.store.get('payment_methods', storedMethodId) : undefined);
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw unexpectedStateError(intent, message);
  }
  const intentToPay = {
    ...intent,
    capture_method: params.capture_method ?? intent.capture_method,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
  };
  return attemptPayment(context, intentToPay, method, params);
}
