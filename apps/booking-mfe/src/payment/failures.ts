import { type PriceChange } from '@fareline/contracts';
import { ResponseError, getServerMessage } from '@fareline/contracts/client';
import { priceChangeSchema } from '@fareline/contracts/schemas';

/** Title and text of the toast that tells about a failure. */
interface ToastMessage {
  title: string;
  description: string;
}

/** Why a booking did not come about, and with it what the screen does next. */
export type Failure =
  | ({ kind: 'offer-gone' } & ToastMessage)
  | { kind: 'price-changed'; change: PriceChange }
  | ({ kind: 'seat-gone' } & ToastMessage)
  /** The card was not accepted: its fields are cleared. */
  | ({ kind: 'payment-failed' } & ToastMessage)
  | ({ kind: 'booking-failed' } & ToastMessage);

const offerLifetimeNote = 'Offers typically expire after 30 minutes';
const declined =
  'Your card was declined or the card details were incorrect. Please check your information and try again with a different card if necessary.';

export const expired = (message: string): Failure => ({
  kind: 'offer-gone',
  title: 'Flight Offer Expired',
  description: `${message} ${offerLifetimeNote}`,
});

const getErrorCode = (failure: unknown) => (failure instanceof ResponseError ? failure.code : undefined);

/** What both calls can say about the offer itself, rather than about the card. */
function classifyOfferError(failure: unknown, message: string): Failure | undefined {
  const code = getErrorCode(failure);
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

function getPaymentErrorMessage(failure: unknown): string {
  if (failure instanceof ResponseError)
    return getServerMessage(failure) ?? `Payment failed with status ${failure.status}`;
  return failure instanceof Error ? failure.message : '';
}

/** (PAY-28, PAY-29) */
export function classifyPaymentError(failure: unknown): Failure {
  const message = getPaymentErrorMessage(failure);
  const offer = getErrorCode(failure) ? classifyOfferError(failure, message) : undefined;
  if (offer) return offer;
  // What fetch says when nothing answers means nothing to a traveller.
  const isNoResponse = message === '' || failure instanceof TypeError;
  return {
    kind: 'payment-failed',
    title: /card|payment|declined/i.test(message) ? 'Card Payment Failed' : 'Payment Error',
    description: isNoResponse ? 'Nothing answered. Nothing was booked. Please try again.' : message,
  };
}

/** (PAY-24 to PAY-27) */
export function classifyBookingError(failure: unknown): Failure {
  const message =
    getServerMessage(failure) ??
    (failure instanceof Error && !(failure instanceof ResponseError || failure instanceof TypeError)
      ? failure.message
      : '');
  const offer = classifyOfferError(failure, message);
  if (offer) return offer;
  if (/payment|card|resource not found/i.test(`${message} ${getErrorCode(failure) ?? ''}`))
    return { kind: 'payment-failed', title: 'Payment Failed', description: declined };
  return {
    kind: 'booking-failed',
    title: 'Booking Failed',
    description: message || 'Something went wrong. Please try again.',
  };
}

/** The same attempt is being worked on: ask again with the same key. */
export const isInProgress = (failure: unknown): boolean =>
  getErrorCode(failure) === 'IDEMPOTENCY_IN_PROGRESS';

/** The key was used for another card: this is another attempt. */
export const isKeyReused = (failure: unknown): boolean => getErrorCode(failure) === 'IDEMPOTENCY_KEY_REUSED';

/** Whether the server may have done what was asked although no answer says so: only the same key is safe then. (D38) */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (!(failure instanceof ResponseError)) return true;
  return failure.status >= 500 && failure.code !== 'PAYMENT_UNAVAILABLE';
}

/** Asked too often: that says nothing about the booking. */
export const isRateLimited = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.status === 429;

/** No booking was begun under this key. */
export const isBookingNotFound = (failure: unknown): boolean => getErrorCode(failure) === 'BOOKING_NOT_FOUND';
