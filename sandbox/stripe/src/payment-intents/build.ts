import type { RequestContext } from '../deps.ts';
import { newClientSecret, newId } from '../ids.ts';
import type { PaymentIntent } from '../records.ts';
import type { CreateParams } from './schema.ts';

/** Builds a new PaymentIntent without a payment attempt. */
export function buildIntent(context: RequestContext, params: CreateParams, currency: string): PaymentIntent {
  const id = newId('pi');
  const types = params.allowed_payment_method_types ?? ['card', 'link'];
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: params.allowed_payment_method_types
      ? null
      : { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: context.clock.seconds(),
    currency,
    customer: null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: context.livemode,
    managed_payments: null,
    metadata: params.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: params.payment_method_options?.card.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}
