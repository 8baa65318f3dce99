import type { Stripe } from 'stripe';

export type PaymentIntent = Stripe.PaymentIntent;
export type Charge = Stripe.Charge;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type PaymentMethodDomain = Stripe.PaymentMethodDomain;
type PaymentMethod = Stripe.PaymentMethod;

/** A payment method and the name of its test card, which determines its behaviour. */
export interface PaymentMethodRecord {
  object: PaymentMethod;
  testCard: string;
}

export interface ConfirmationTokenRecord {
  object: Stripe.ConfirmationToken;
  /** Becomes a payment method when the token is used. */
  method: PaymentMethodRecord;
  /** Currency of the element that made the token. */
  currency: string | undefined;
}

/** An event that has not been delivered. */
export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: boolean;
  pending_webhooks: 1;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** The stored response of an idempotency key. `fingerprint` covers method, path and parameters without card data. */
export interface IdempotencyRecord {
  fingerprint: string;
  path: string;
  status: number;
  body: unknown;
  requestId: string;
  created: number;
}
