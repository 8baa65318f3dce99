import { cardFingerprint, newId } from '../ids.ts';
import type { PaymentMethodRecord } from '../state/records.ts';
import type { PaymentMethodData } from './schema.ts';
import type { TestCard } from './test-cards.ts';

export interface CardFacts {
  /** Name of the test card, or `unknown` for a number that Stripe does not publish. */
  name: string;
  brand: string;
  country: string;
  funding: string;
  last4: string;
  expMonth: number;
  expYear: number;
  cvcCheck: string | null;
}

export function factsOf(card: TestCard, expYear: number): CardFacts {
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

interface About {
  created: number;
  livemode: boolean;
  billing?: PaymentMethodData['billing_details'];
  metadata?: Record<string, string>;
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

export function billingOf(billing: PaymentMethodData['billing_details']) {
  const address = typeof billing?.address === 'object' ? billing.address : {};
  return {
    address: { ...NO_ADDRESS, ...address },
    email: billing?.email ?? null,
    name: billing?.name ?? null,
    phone: billing?.phone ?? null,
    tax_id: billing?.tax_id ?? null,
  };
}

/** The PaymentMethod object as Stripe shows it. Only brand and last four digits of a card are ever kept. */
export function buildPaymentMethod(card: CardFacts, about: About): PaymentMethodRecord {
  return {
    testCard: card.name,
    object: {
      id: newId('pm'),
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: billingOf(about.billing),
      card: {
        brand: card.brand,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: card.cvcCheck },
        country: card.country,
        display_brand: card.brand,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        fingerprint: cardFingerprint(`${card.name}-${card.last4}`),
        funding: card.funding,
        generated_from: null,
        last4: card.last4,
        networks: { available: [card.brand], preferred: null },
        regulated_status: 'unregulated',
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
      created: about.created,
      customer: null,
      customer_account: null,
      livemode: about.livemode,
      metadata: about.metadata ?? {},
      type: 'card',
    },
  };
}
