import type { BookingRequest, PaymentResult } from '@fareline/contracts';
import { findChallenge } from './stored-challenge.ts';

/** A card authorisation whose booking or change has no outcome yet. */
export interface Authorisation {
  paymentId: string;
  card: PaymentResult['card'];
  /** Idempotency key of the booking call, one per payment, once it was sent. */
  bookingKey?: string;
  /** Body of the first booking call; a retry sends the same body. */
  request?: BookingRequest;
  /** When the first booking call was sent, in milliseconds since 1970. */
  sentAt?: number;
}

/** One attempt to pay for an offer with its seats and bags, or for a change, at one price. (PAY-19) */
export interface Attempt {
  /** Identifies what is paid for: other terms need a new attempt. */
  fingerprint: string;
  /** Idempotency key of the payment call. */
  paymentKey: string;
  authorisation?: Authorisation;
  /** The card of the payment call: its repeat has to be the same. */
  confirmationTokenId?: string;
  /** A payment whose bank asks the cardholder; it goes on, also after a reload, instead of another one. (ELEMENT-02) */
  challengedPaymentId?: string | undefined;
}

/** What one payment is for; `amount` is a decimal string in `currency`. */
export interface PaymentTerms {
  /** Id of the offer or the change. */
  itemId: string;
  amount: string;
  currency: string;
  /** The ids of the seats, and of the bags with their number. */
  extras: readonly string[];
}

export const toFingerprint = (terms: PaymentTerms) =>
  JSON.stringify([terms.itemId, terms.amount, terms.currency, [...terms.extras].sort()]);

export const newIdempotencyKey = (): string => crypto.randomUUID();

/** Returns the current attempt, or a new one when the terms differ from its own. */
export function reuseOrCreateAttempt(terms: PaymentTerms, current: Attempt | undefined): Attempt {
  const fingerprint = toFingerprint(terms);
  if (current?.fingerprint === fingerprint) return current;
  const challengedPaymentId = findChallenge(fingerprint)?.paymentId;
  return { fingerprint, paymentKey: newIdempotencyKey(), challengedPaymentId };
}
