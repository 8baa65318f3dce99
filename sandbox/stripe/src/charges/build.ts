import { DECLINES } from '../cards/declines.ts';
import type { DeclineName } from '../cards/declines.ts';
import { findTestCardByName } from '../cards/test-cards.ts';
import type { RequestContext } from '../deps.ts';
import { newId } from '../ids.ts';
import type { Charge, PaymentIntent, PaymentMethodRecord } from '../records.ts';

/** Lifetime of an uncaptured card authorisation at Stripe. */
export const AUTHORISATION_TTL_SECONDS = 7 * 24 * 3600;

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

/** After a challenge that was passed. */
const AUTHENTICATED = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
} as const;

function approvedOutcome(method: PaymentMethodRecord): NonNullable<Charge['outcome']> {
  const { riskLevel } = findTestCardByName(method.testCard) ?? {};
  return riskLevel ? { ...APPROVED, risk_level: riskLevel, risk_score: 70 } : APPROVED;
}

function declinedOutcome(reason: string): NonNullable<Charge['outcome']> {
  return {
    ...APPROVED,
    network_status: 'declined_by_network',
    reason,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

/** The checks of the card after the bank has verified the security code. */
function getChecks(method: PaymentMethodRecord) {
  const checks = method.object.card?.checks;
  if (!checks) return null;
  const cvcCheck =
    findTestCardByName(method.testCard)?.cvcCheck ??
    (checks.cvc_check === 'unchecked' ? 'pass' : checks.cvc_check);
  return { ...checks, cvc_check: cvcCheck };
}

function buildCardDetails(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  isApproved: boolean,
): NonNullable<Charge['payment_method_details']> {
  const card = method.object.card;
  const isAuthorisation = isApproved && intent.capture_method === 'manual';
  return {
    type: 'card',
    card: {
      amount_authorized: isApproved ? intent.amount : null,
      authorization_code: isApproved ? '123456' : null,
      brand: card?.brand ?? null,
      ...(isAuthorisation ? { capture_before: context.clock.seconds() + AUTHORISATION_TTL_SECONDS } : {}),
      checks: getChecks(method),
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
      three_d_secure: intent.status === 'requires_action' ? AUTHENTICATED : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

/** Builds the charge of a payment attempt: captured, authorised (manual capture) or, with a decline, failed. */
export function buildCharge(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
  decline?: DeclineName,
): Charge {
  const isCaptured = !decline && intent.capture_method !== 'manual';
  const reason = decline ? DECLINES[decline] : undefined;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isCaptured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.object.billing_details,
    calculated_statement_descriptor: 'FARELINE SANDBOX',
    captured: isCaptured,
    created: context.clock.seconds(),
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
    outcome: decline ? declinedOutcome(decline) : approvedOutcome(method),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.object.id,
    payment_method_details: buildCardDetails(context, intent, method, !decline),
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
