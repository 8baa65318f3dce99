import type { RequestContext } from '../request-context.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/errors.ts';
import { requireChargeable, requireCurrency } from '../money/currencies.ts';
import type { PaymentIntent } from '../state/records.ts';
import { buildIntent } from './build.ts';
import { attemptPayment, resolveMethod, requireReturnUrl } from './confirm.ts';
import type { CreateParams } from './schema.ts';

function requireConsistent(params: CreateParams): void {
  const onlyWithConfirm = ['error_on_requires_action', 'off_session', 'return_url'] as const;
  const misplacedParam = params.confirm
    ? undefined
    : onlyWithConfirm.find((name) => params[name] !== undefined);
  if (misplacedParam) {
    const message = `The parameter \`${misplacedParam}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`;
    throw invalidRequest({ message, param: misplacedParam });
  }
  if (params.automatic_payment_methods?.enabled && params.allowed_payment_method_types) {
    const message =
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.';
    throw invalidRequest({ message });
  }
  if (params.confirm && !params.payment_method && !params.payment_method_data) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw invalidRequest({ code: 'payment_intent_unexpected_state', message, param: 'payment_method' });
  }
}

/** `POST /v1/payment_intents`; with `confirm=true` also attempts the payment. The intent remains after a decline, as at Stripe. */
export function createIntent(context: RequestContext, params: CreateParams): PaymentIntent {
  const currency = requireCurrency(params.currency);
  requireChargeable(params.amount, currency);
  requireConsistent(params);
  const newIntent = buildIntent(context, params, currency);
  if (params.confirm) requireReturnUrl(newIntent, params);
  const method = resolveMethod(context, params);
  const intent: PaymentIntent = method
    ? { ...newIntent, payment_method: method.object.id, status: 'requires_confirmation' }
    : newIntent;
  context.store.put('payment_intents', intent.id, intent);
  emit(context, 'payment_intent.created', intent);
  return method && params.confirm ? attemptPayment(context, intent, method, params) : intent;
}
