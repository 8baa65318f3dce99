import type { BookingRequest, PaymentResult } from '@fareline/contracts';

/** A card hold that waits for its booking call. */
export interface Authorisation {
  paymentId: string;
  card: PaymentResult['card'];
  /** Idempotency key of the booking call: it belongs to this payment. */
  bookingKey: string;
  /** The booking call as it was first sent; a repeat sends the same. */
  request?: BookingRequest;
  /** When that was, in milliseconds since 1970. */
  sentAt?: number;
}

/** One attempt to pay for one offer with its seats at one price. (PAY-19, D3) */
export interface Attempt {
  /** What is being paid for: another subject is another attempt. */
  subject: string;
  /** Idempotency key of the payment call. */
  paymentKey: string;
  authorisation?: Authorisation;
}

export interface PaymentTerms {
  offerId: string;
  amount: string;
  currency: string;
  seatIds: readonly string[];
}

const fingerprint = (subject: PaymentTerms) =>
  JSON.stringify([subject.offerId, subject.amount, subject.currency, [...subject.seatIds].sort()]);

export const newIdempotencyKey = (): string => crypto.randomUUID();

/** The attempt that goes on, or a new one when what is paid for is not the same any more. */
export function reuseOrCreateAttempt(subject: PaymentTerms, current: Attempt | undefined): Attempt {
  const text = fingerprint(subject);
  return current?.subject === text ? current : { subject: text, paymentKey: newIdempotencyKey() };
}
