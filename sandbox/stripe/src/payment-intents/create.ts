import type { RequestContext } from '../deps.ts';
import { createPaymentMethod, resolvePaymentMethod } from '../cards/create.ts';
import { findUsableToken, redeemToken } from '../confirmation-tokens/confirmation-token.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/errors.ts';
import { requireChargeable, requireCurrency } from '../money/currencies.ts';
import type { PaymentIntent, PaymentMethodRecord } from '../records.ts';
import { buildIntent } from './build.ts';
import { confirmIntent } from './confirm.ts';
import type { CreateParams } from './schema.ts';

function requireMethod(params: CreateParams): void {
  const { confirm, payment_method, payment_method_data, confirmation_token } = params;
  if (!confirm || payment_method || payment_method_data || confirmation_token) return;
  const message =
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
  throw invalidRequest({ code: 'payment_intent_unexpected_state', message, param: 'payment_method' });
}

const RETURN_URL_REQUIRED =
  "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";

/** Throws Stripe's 400 if redirects are allowed and there is no `return_url`. */
function requireReturnUrl(params: CreateParams): void {
  if (params.confirm && !params.allowed_payment_method_types && !params.return_url)
    throw invalidRequest({ message: RETURN_URL_REQUIRED, param: 'return_url' });
}

/** Finds or creates the payment method that is given in the parameters; undefined if there is none. */
function resolveMethod(context: RequestContext, params: CreateParams): PaymentMethodRecord | undefined {
  if (params.payment_method) return resolvePaymentMethod(context, params.payment_method);
  return params.payment_method_data && createPaymentMethod(context, params.payment_method_data);
}

/** `POST /v1/payment_intents`; with `confirm=true` also attempts the payment. The intent remains after a decline, as at Stripe. */
export function createIntent(context: RequestContext, params: CreateParams): PaymentIntent {
  const currency = requireCurrency(params.currency);
  requireChargeable(params.amount, currency);
  requireMethod(params);
  requireReturnUrl(params);
  const token =
    params.confirmation_token === undefined
      ? undefined
      : findUsableToken(context, params.confirmation_token, currency);
  const newIntent = buildIntent(context, params, currency);
  const method = token ? redeemToken(context, token, newIntent.id) : resolveMethod(context, params);
  const intent: PaymentIntent = method
    ? { ...newIntent, payment_method: method.object.id, status: 'requires_confirmation' }
    : newIntent;
  context.intents.put(intent.id, intent);
  emit(context, 'payment_intent.created', intent);
  return method && params.confirm ? confirmIntent(context, intent, method) : intent;
}
