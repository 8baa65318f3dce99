import { type PriceChange } from '@fareline/contracts';
import { ResponseError, getServerMessage } from '@fareline/contracts/client';
import { priceChangeSchema } from '@fareline/contracts/schemas';

/** Title and text of the toast that tells about a failure. */
interface Told {
  title: string;
  description: string;
}

/** Why a booking did not come about, and with it what the screen does next. */
export type Failure =
  | ({ kind: 'offer-gone' } & Told)
  | { kind: 'price-changed'; change: PriceChange }
  | ({ kind: 'seat-gone' } & Told)
  /** The card was not accepted: its fields are cleared. */
  | ({ kind: 'payment-failed' } & Told)
  | ({ kind: 'booking-failed' } & Told);

const lifetime = 'Offers typically expire after 30 minutes';
const declined =
  'Your card was declined or the card details were incorrect. Please check your information and try again with a different card if necessary.';

export const expired = (message: string): Failure => ({
  kind: 'offer-gone',
  title: 'Flight Offer Expired',
  description: `${message} ${lifetime}`,
});

const codeOf = (failure: unknown) => (failure instanceof ResponseError ? failure.code : undefined);

/** What both calls can say about the offer itself, rather than about the card. */
function offerFailure(failure: unknown, message: string): Failure | undefined {
  const code = codeOf(failure);
  if (code === 'PRICE_CHANGED' && failure instanceof ResponseError) {
    const change = priceChangeSchema.safeParse(failure.body?.details);
    if (change.success) return { kind: 'price-changed', change: change.data };
  }
  if (code === 'SEAT_UNAVAILABLE')
    return { kind: 'seat-gone', title: 'Booking Failed', description: message };
  if (code === 'OFFER_UNAVAILABLE' || code === 'OFFER_NOT_FOUND' || /no longer available/i.test(message))
    return { kind: 'offer-gone', title: 'Offer No Longer Available', description: message };
  return code === 'OFFER_EXPIRED' || /expired/i.test(message) ? expired(message) : undefined;
}

function paymentMessageOf(failure: unknown): string {
  if (failure instanceof ResponseError)
    return getServerMessage(failure) ?? `Payment failed with status ${failure.status}`;
  return failure instanceof Error ? failure.message : '';
}

/** (PAY-28, PAY-29) */
export function paymentFailure(failure: unknown): Failure {
  const message = paymentMessageOf(failure);
  const offer = codeOf(failure) ? offerFailure(failure, message) : undefined;
  if (offer) return offer;
  // What fetch says when nothing answers means nothing to a traveller.
  const isSilence = message === '' || failure instanceof TypeError;
  return {
    kind: 'payment-failed',
    title: /card|payment|declined/i.test(message) ? 'Card Payment Failed' : 'Payment Error',
    description: isSilence ? 'Nothing answered. Nothing was booked. Please try again.' : message,
  };
}

/** (PAY-24 to PAY-27) */
export function bookingFailure(failure: unknown): Failure {
  const message =
    getServerMessage(failure) ??
    (failure instanceof Error && !(failure instanceof ResponseError || failure instanceof TypeError)
      ? failure.message
      : '');
  const offer = offerFailure(failure, message);
  if (offer) return offer;
  if (/payment|card|resource not found/i.test(`${message} ${codeOf(failure) ?? ''}`))
    return { kind: 'payment-failed', title: 'Payment Failed', description: declined };
  return {
    kind: 'booking-failed',
    title: 'Booking Failed',
    description: message || 'Something went wrong. Please try again.',
  };
}

/** The same attempt is being worked on: ask again with the same key. */
export const isInProgress = (failure: unknown): boolean => codeOf(failure) === 'IDEMPOTENCY_IN_PROGRESS';

/** The key was used for another card: this is another attempt. */
export const isReused = (failure: unknown): boolean => codeOf(failure) === 'IDEMPOTENCY_KEY_REUSED';

/** Whether the server may have done what was asked although no answer says so: only the same key is safe then. (D38) */
export function isUnknown(failure: unknown): boolean {
  if (!(failure instanceof ResponseError)) return true;
  return failure.status >= 500 && failure.code !== 'PAYMENT_UNAVAILABLE';
}

/** Asked too often: that says nothing about the booking. */
export const isLimited = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.status === 429;

/** No booking was begun under this key. */
export const isNotBegun = (failure: unknown): boolean => codeOf(failure) === 'BOOKING_NOT_FOUND';
