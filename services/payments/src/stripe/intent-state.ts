import type Stripe from 'stripe';
import type { CardSummary, AuthorisationRisk, IntentState } from './card-gateway.ts';

/**
 * Brand, last four digits and fingerprint of a card payment method; null when they are not known. The brand of a wallet is the wallet's,
 * and its digits are left out, because they are not those on the card.
 */
export function toCardSummary(method: Stripe.PaymentMethod | string | null): CardSummary | null {
  if (!method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, fingerprint, wallet } = method.card;
  const shown = wallet ? { brand: wallet.type, last4: '' } : { brand, last4 };
  return { ...shown, fingerprint: fingerprint ?? null };
}

export function toRisk(charge: Stripe.Charge | string | null): AuthorisationRisk {
  if (!charge || typeof charge === 'string') return { level: null, isAuthenticated: false };
  return {
    level: charge.outcome?.risk_level ?? null,
    isAuthenticated: charge.payment_method_details?.card?.three_d_secure?.result === 'authenticated',
  };
}

export function toIntentState({ id: intentId, status }: Stripe.PaymentIntent): IntentState {
  switch (status) {
    case 'requires_capture':
      return { kind: 'authorised', intentId };
    case 'succeeded':
      return { kind: 'captured', intentId };
    case 'canceled':
      return { kind: 'voided', intentId };
    case 'requires_action':
      return { kind: 'challenged', intentId };
    case 'processing':
      return { kind: 'processing', intentId };
    default:
      return { kind: 'incomplete', intentId };
  }
}
