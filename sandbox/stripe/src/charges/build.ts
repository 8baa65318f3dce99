import { DECLINES } from '../cards/declines.ts';
import type { DeclineName } from '../cards/declines.ts';
import { testCardByName } from '../cards/test-cards.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Charge, PaymentIntent, PaymentMethodRecord } from '../state/records.ts';

/** How long a card hold lasts before Stripe lets it go. */
export const HOLD_SECONDS = 7 * 24 * 3600;

const APPROVED = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
};

function refusal(reason: string): NonNullable<Charge['outcome']> {
  return {
    ...APPROVED,
    network_status: 'declined_by_network',
    reason,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

/** What the bank says about the security code once it was asked. */
function checksOf(method: PaymentMethodRecord) {
  const checks = method.object.card?.checks;
  if (!checks) return null;
  const asked =
    testCardByName(method.testCard)?.cvcCheck ??
    (checks.cvc_check === 'unchecked' ? 'pass' : checks.cvc_check);
  return { ...checks, cvc_check: asked };
}

function cardDetails(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  authorised: boolean,
): NonNullable<Charge['payment_method_details']> {
  const card = method.object.card;
  const held = authorised && intent.capture_method === 'manual';
  return {
    type: 'card',
    card: {
      amount_authorized: authorised ? intent.amount : null,
      authorization_code: authorised ? '123456' : null,
      brand: card?.brand ?? null,
      ...(held ? { capture_before: context.clock.now() + HOLD_SECONDS } : {}),
      checks: checksOf(method),
      country: card?.country ?? null,
      electronic_commerce_indicator: null,
      exp_month: card?.exp_month ?? 0,
      exp_year: card?.exp_year ?? 0,
      extended_authorization: { status: 'disabled' },
      fingerprint: card?.fingerprint ?? null,
      funding: card?.funding ?? null,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card?.last4 ?? null,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card?.brand ?? null,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

/** The charge of one attempt: captured, held (manual capture) or, with a decline, failed. */
export function buildCharge(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  decline?: DeclineName,
): Charge {
  const captured = !decline && intent.capture_method !== 'manual';
  const reason = decline ? DECLINES[decline] : undefined;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.object.billing_details,
    calculated_statement_descriptor: 'FARELINE SANDBOX',
    captured,
    created: context.clock.now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: reason?.code ?? null,
    failure_message: reason?.message ?? null,
    fraud_details: {},
    livemode: intent.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline ? refusal(decline) : APPROVED,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.object.id,
    payment_method_details: cardDetails(context, intent, method, !decline),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
}
