import { createCardFingerprint, newId } from '../ids.ts';
import type { PaymentMethodRecord } from '../records.ts';
import type { PaymentMethodData } from './schema.ts';
import type { TestCard } from './test-cards.ts';

export interface CardDetails {
  /** Name of the test card, or `unknown` for a number that is not one of Stripe's test cards. */
  name: string;
  brand: string;
  country: string;
  funding: string;
  last4: string;
  expMonth: number;
  expYear: number;
  cvcCheck: string | null;
}

export function toCardDetails(card: TestCard, expYear: number): CardDetails {
  const { name, brand, country, funding } = card;
  return {
    name,
    brand,
    country,
    funding,
    last4: card.number.slice(-4),
    expMonth: 8,
    expYear,
    cvcCheck: null,
  };
}

interface PaymentMethodAttributes {
  created: number;
  livemode: boolean;
  billing?: PaymentMethodData['billing_details'];
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

function buildBillingDetails(billing: PaymentMethodData['billing_details']) {
  return {
    address: { ...NO_ADDRESS, ...billing?.address },
    email: billing?.email ?? null,
    name: billing?.name ?? null,
    phone: billing?.phone ?? null,
    tax_id: null,
  };
}

/** Builds the PaymentMethod object. Of the card number only the last four digits are stored. */
export function buildPaymentMethod(
  card: CardDetails,
  attributes: PaymentMethodAttributes,
): PaymentMethodRecord {
  return {
    testCard: card.name,
    object: {
      id: newId('pm'),
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: buildBillingDetails(attributes.billing),
      card: {
        brand: card.brand,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: card.cvcCheck },
        country: card.country,
        display_brand: card.brand,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        fingerprint: createCardFingerprint(`${card.name}-${card.last4}`),
        funding: card.funding,
        generated_from: null,
        last4: card.last4,
        networks: { available: [card.brand], preferred: null },
        regulated_status: 'unregulated',
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
      created: attributes.created,
      customer: null,
      customer_account: null,
      livemode: attributes.livemode,
      metadata: {},
      type: 'card',
    },
  };
}
