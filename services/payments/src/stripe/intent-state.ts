import type Stripe from 'stripe';
import type { CardSummary, IntentState } from './card-gateway.ts';

/** Brand and last four digits of a card payment method; null when they are not known. */
export function toCardSummary(method: Stripe.PaymentMethod | string | null): CardSummary | null {
  if (!method || typeof method === 'string' || !method.card) return null;
  return { brand: method.card.brand, last4: method.card.last4 };
}

/** Maps the status of an intent. */
export function toIntentState(intent: Stripe.PaymentIntent): IntentState {
  const { id: intentId } = intent;
  switch (intent.status) {
    case 'requires_capture':
      return { kind: 'authorised', intentId, card: toCardSummary(intent.payment_method) };
    case 'succeeded':
      return { kind: 'captured', intentId, amountReceived: intent.amount_received };
    case 'canceled':
      return { kind: 'voided', intentId };
    default:
      return { kind: 'incomplete', intentId };
  }
}
