import { createPaymentMethod, resolvePaymentMethod } from '../cards/create.ts';
import { testCardByName } from '../cards/test-cards.ts';
import type { DeclineName } from '../cards/declines.ts';
import type { Context } from '../context.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/errors.ts';
import type { PaymentIntent, PaymentMethodRecord } from '../state/records.ts';
import { save, unexpectedState } from './find.ts';
import type { ConfirmParams } from './schema.ts';
import { approve, decline } from './settle.ts';

/** How a card behaves: a number that Stripe does not publish is refused in test mode. */
export function behaviourOf(method: PaymentMethodRecord): { decline?: DeclineName; challenge?: true } {
  return testCardByName(method.testCard) ?? { decline: 'test_mode_live_card' };
}

const RETURN_URL_NEEDED =
  "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";

/** Refuses a confirmation that Stripe would refuse before it looks at the card. */
export function requireReturnUrl(intent: PaymentIntent, params: ConfirmParams): void {
  const methods = intent.automatic_payment_methods;
  const redirects = methods?.enabled === true && methods.allow_redirects !== 'never';
  if (redirects && !params.return_url && !params.off_session) {
    throw invalidRequest({ message: RETURN_URL_NEEDED, param: 'return_url' });
  }
}

/** The payment method that the parameters name or describe, if any. */
export function methodFrom(
  context: Context,
  params: Pick<ConfirmParams, 'payment_method' | 'payment_method_data'>,
): PaymentMethodRecord | undefined {
  if (params.payment_method) return resolvePaymentMethod(context, params.payment_method);
  return params.payment_method_data && createPaymentMethod(context, params.payment_method_data);
}

function requireConfirmable(intent: PaymentIntent): void {
  if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) return;
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed.'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
  throw unexpectedState(intent, `You cannot confirm this PaymentIntent because ${why}`);
}

function challenge(context: Context, intent: PaymentIntent, method: PaymentMethodRecord, returnUrl?: string) {
  const url = `https://hooks.stripe.com/3d_secure_2/hosted?payment_intent=${intent.id}`;
  const saved = save(context, intent, {
    next_action: returnUrl
      ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
      : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } },
    payment_method: method.object.id,
    status: 'requires_action',
  });
  emit(context, 'payment_intent.requires_action', saved);
  return saved;
}

/** Tries to pay with `method`: paid, held, waiting for the cardholder, or declined (throws the 402). */
export function attempt(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  params: ConfirmParams,
): PaymentIntent {
  const card = behaviourOf(method);
  if (card.challenge && params.off_session) throw decline(context, intent, method, 'authentication_required');
  if (card.challenge && params.error_on_requires_action) {
    throw decline(context, intent, method, 'authentication_not_handled');
  }
  if (card.challenge) return challenge(context, intent, method, params.return_url);
  if (card.decline) throw decline(context, intent, method, card.decline);
  return approve(context, intent, method);
}

/** `POST /v1/payment_intents/:id/confirm`. */
export function confirmIntent(context: Context, intent: PaymentIntent, params: ConfirmParams): PaymentIntent {
  requireConfirmable(intent);
  requireReturnUrl(intent, params);
  const given = methodFrom(context, params);
  const kept = intent.payment_method === null ? undefined : String(intent.payment_method);
  const method = given ?? (kept ? context.store.get('payment_methods', kept) : undefined);
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw unexpectedState(intent, message);
  }
  const asked = {
    ...intent,
    capture_method: params.capture_method ?? intent.capture_method,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
  };
  return attempt(context, asked, method, params);
}
