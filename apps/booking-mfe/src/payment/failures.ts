import type {
  AttemptLimit,
  PassengerFields,
  PriceChange,
  PriceParts,
  SoldOutExtras,
  TripBooked,
} from '@fareline/contracts';
import { ResponseError, getRetryAfterSeconds, getServerMessage } from '@fareline/contracts/client';
import {
  amountMismatchSchema,
  attemptLimitSchema,
  bookingUnderWaySchema,
  passengerFieldsSchema,
  priceChangeSchema,
  soldOutExtrasSchema,
  tripBookedSchema,
} from '@fareline/contracts/schemas';

/** Title and text of a failure, in a toast or on the page. */
interface ToastMessage {
  title: string;
  description: string;
}

export interface PaymentRefusal extends ToastMessage {
  kind: 'payment-refused';
  /** Until a payment can succeed, if the service names it. */
  retryAfterSeconds: number | undefined;
}

/** A field of a passenger that the airline does not take. */
export interface RefusedField {
  index: number;
  field: keyof PassengerFields;
  message: string;
}

/** Why a booking failed; `kind` decides what the screen does next. */
export type Failure =
  | ({ kind: 'offer-unavailable' } & ToastMessage)
  | { kind: 'price-changed'; change: PriceChange }
  /** The price of a seat or bag changed: the new total. */
  | { kind: 'total-changed'; amount: string; currency: string; parts?: PriceParts | undefined }
  /** Seats and bags that are no longer sold, with the total without them. */
  | ({ kind: 'extras-unavailable'; soldOut: SoldOutExtras | undefined } & ToastMessage)
  /** A limit of ours refused the payment before the bank was asked: the card's fields stay. */
  | PaymentRefusal
  /** The bank did not accept the card: its fields are cleared. */
  | ({ kind: 'payment-failed' } & ToastMessage)
  /** A booking of the same trip is not finished. */
  | ({ kind: 'booking-under-way'; statusToken: string | undefined } & ToastMessage)
  /** A booking of the same trip is confirmed: paying again needs consent. It is named only to the client that booked it. */
  | ({ kind: 'trip-booked'; booked: TripBooked | undefined } & ToastMessage)
  /** The traveller has to correct these fields. */
  | ({ kind: 'passengers-refused'; fields: RefusedField[] } & ToastMessage)
  | ({ kind: 'booking-failed'; isCardRejected?: true } & ToastMessage);

const offerLifetimeNote = 'Offers typically expire after 30 minutes';
const cardDeclinedMessage =
  'Your card was declined or the card details were incorrect. Please check your information and try again with a different card if necessary.';

export type PaymentFailure = Extract<Failure, { kind: 'payment-failed' }>;
export type TripBookedFailure = Extract<Failure, { kind: 'trip-booked' }>;
export type UnderWayFailure = Extract<Failure, { kind: 'booking-under-way' }>;

/** Only its cookie shows that the browser that books is the one that has paid. (FIELD-05) */
export const cookiesBlocked = {
  kind: 'booking-failed',
  title: 'Cookies Are Blocked',
  description:
    'This browser blocks cookies, without which we cannot book for you. Please allow them for this site. Nothing was charged.',
} as const satisfies Failure;

/** Why an offer that was valid can no longer be booked. (DEPART-02) */
export const toExpiryMessage = (code: string | undefined, message: string): ToastMessage =>
  code === 'DEPARTURE_TOO_CLOSE'
    ? { title: 'Flight Leaves Too Soon', description: message }
    : { title: 'Flight Offer Expired', description: `${message} ${offerLifetimeNote}` };

export const offerExpired = (code: string | undefined, message: string): Failure => ({
  kind: 'offer-unavailable',
  ...toExpiryMessage(code, message),
});

const getErrorCode = (failure: unknown) => (failure instanceof ResponseError ? failure.code : undefined);

/** The errors about the offer, a seat or a bag that both the payment call and the booking call can return. */
function classifyOfferError(failure: unknown, message: string): Failure | undefined {
  if (failure instanceof ResponseError && failure.body?.error === 'PRICE_CHANGED') {
    const change = priceChangeSchema.safeParse(failure.body.details);
    if (change.success) return { kind: 'price-changed', change: change.data };
  }
  const code = getErrorCode(failure);
  const details = failure instanceof ResponseError ? failure.body?.details : undefined;
  if (code === 'AMOUNT_MISMATCH') {
    const total = amountMismatchSchema.safeParse(details);
    if (total.success) return { kind: 'total-changed', ...total.data };
  }
  if (code === 'SEAT_UNAVAILABLE' || code === 'BAG_UNAVAILABLE')
    return {
      kind: 'extras-unavailable',
      soldOut: soldOutExtrasSchema.safeParse(details).data,
      title: 'Booking Failed',
      description: message,
    };
  if (code === 'OFFER_UNAVAILABLE' || code === 'OFFER_NOT_FOUND' || /no longer available/i.test(message))
    return { kind: 'offer-unavailable', title: 'Offer No Longer Available', description: message };
  return code === 'OFFER_EXPIRED' || code === 'DEPARTURE_TOO_CLOSE' || /expired/i.test(message)
    ? offerExpired(code, message)
    : undefined;
}

/** A booking of the same trip, which is not silently paid a second time. (STATUS-05) */
function classifySameTrip(failure: unknown, description: string): Failure | undefined {
  const code = getErrorCode(failure);
  if (code === 'BOOKING_UNDER_WAY')
    return {
      kind: 'booking-under-way',
      title: 'Your Booking Is Not Finished Yet',
      description,
      statusToken: getStatusToken(failure),
    };
  if (code !== 'TRIP_BOOKED') return undefined;
  const details = failure instanceof ResponseError ? failure.body?.details : undefined;
  return {
    kind: 'trip-booked',
    title: 'You Have Already Booked This Trip',
    description,
    booked: tripBookedSchema.safeParse(details).data,
  };
}

function getPaymentErrorMessage(failure: unknown): string {
  if (failure instanceof ResponseError)
    return getServerMessage(failure) ?? `Payment failed with status ${failure.status}`;
  return getServerMessage(failure) ?? '';
}

const limitTitles: Record<AttemptLimit, string> = {
  visitor: 'Too Many Declined Cards',
  offer: 'Too Many Declined Cards',
  connection: 'Too Many Payment Tries From Your Connection',
  card: 'Too Many Tries of This Card',
  all: 'Fewer Card Payments Are Accepted Right Now',
  in_progress: 'A Payment Is Still Being Checked',
};

/** A limit of ours, which refused the call before the bank was asked. A card that was tried too often cannot be used, so it is rejected. */
function classifyRefusal(failure: unknown, description: string): PaymentFailure | PaymentRefusal | undefined {
  if (!(failure instanceof ResponseError) || failure.status !== 429) return undefined;
  const limit = attemptLimitSchema.safeParse(failure.body?.details).data?.limit;
  if (limit === undefined) return undefined;
  const title = limitTitles[limit];
  return limit === 'card'
    ? { kind: 'payment-failed', title, description }
    : { kind: 'payment-refused', title, description, retryAfterSeconds: getRetryAfterSeconds(failure) };
}

/** A decline, a challenge that was not passed, or a payment that has no answer. */
const toPaymentFailure = (failure: unknown, message: string): PaymentFailure => ({
  kind: 'payment-failed',
  title:
    getErrorCode(failure) === 'CARD_CHALLENGE_FAILED'
      ? 'Payment Not Confirmed'
      : /card|payment|declined/i.test(message)
        ? 'Card Payment Failed'
        : 'Payment Error',
  description: message || 'Nothing answered. Nothing was booked. Please try again.',
});

/** Maps an error of the payment call. (PAY-28, PAY-29) */
export function classifyPaymentError(failure: unknown): Failure {
  const message = getPaymentErrorMessage(failure);
  const offerFailure = getErrorCode(failure) ? classifyOfferError(failure, message) : undefined;
  const knownFailure =
    offerFailure ?? classifySameTrip(failure, message) ?? classifyRefusal(failure, message);
  return knownFailure ?? toPaymentFailure(failure, message);
}

/** The change cannot be made as it was shown: nothing was changed or charged. */
export interface ChangeEnded extends ToastMessage {
  kind: 'change-ended';
}

const changeEndTitles: Readonly<Record<string, string>> = {
  AMOUNT_MISMATCH: 'The price has changed',
  BOOKING_CHANGE_OUTDATED: 'The price has changed',
  BOOKING_CHANGE_REFUSED: 'The airline does not take this change',
  BOOKING_NOT_CHANGEABLE: 'This trip cannot be changed now',
  BOOKING_CHANGE_NOT_FOUND: 'This change is not known',
  BOOKING_NOT_FOUND: 'This trip is not known',
  NOT_AUTHENTICATED: 'Please sign in again',
};

/** Maps an error of the payment of a change, and of the call that makes it. (TRIP-03, TRIP-04) */
export function classifyChangeError(failure: unknown): ChangeEnded | PaymentFailure | PaymentRefusal {
  const message = getPaymentErrorMessage(failure);
  const title = changeEndTitles[getErrorCode(failure) ?? ''];
  if (title !== undefined) return { kind: 'change-ended', title, description: message };
  return classifyRefusal(failure, message) ?? toPaymentFailure(failure, message);
}

/** The fields of passengers that an error names, such as `passengers.0.lastName`. (FIELD-04) */
function getRefusedFields(failure: unknown): RefusedField[] {
  const fields = (failure instanceof ResponseError && failure.body?.fields) || [];
  return fields.flatMap(({ path, message }) => {
    const [, index, name] = /^passengers\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const field = passengerFieldsSchema.keyof().safeParse(name);
    return field.success ? [{ index: Number(index), field: field.data, message }] : [];
  });
}

/** Maps an error of the booking call. (PAY-24 to PAY-27) */
export function classifyBookingError(failure: unknown): Failure {
  const message = getServerMessage(failure) ?? '';
  const offerFailure = classifyOfferError(failure, message);
  if (offerFailure) return offerFailure;
  const fields = getRefusedFields(failure);
  if (fields.length > 0)
    return { kind: 'passengers-refused', title: 'Booking Failed', description: message, fields };
  const sameTrip = classifySameTrip(failure, message);
  if (sameTrip) return sameTrip;
  const code = getErrorCode(failure);
  // No card was declined when the payment belongs to a cookie that this browser does not have.
  if (code !== 'PAYMENT_NOT_FOUND' && /payment|card|resource not found/i.test([message, code].join()))
    return {
      kind: 'booking-failed',
      isCardRejected: true,
      title: 'Payment Failed',
      description: cardDeclinedMessage,
    };
  return {
    kind: 'booking-failed',
    title: 'Booking Failed',
    description: message || 'Something went wrong. Please try again.',
  };
}

/** The service is still processing a call with this key: retry with the same key. */
export const isInProgress = (failure: unknown): failure is ResponseError =>
  getErrorCode(failure) === 'IDEMPOTENCY_IN_PROGRESS';

/** The key was used with another request body, such as another card: this attempt needs a new key. */
export const isKeyReused = (failure: unknown): boolean => getErrorCode(failure) === 'IDEMPOTENCY_KEY_REUSED';

/** Whether the server may have processed the call although it returned no result: only a retry with the same key is safe. (PROVIDER-34) */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (!(failure instanceof ResponseError)) return true;
  return failure.status >= 500 && failure.code !== 'PAYMENT_UNAVAILABLE';
}

/** The rate limit was reached, which says nothing about the booking. */
export const isRateLimited = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.status === 429;

/** No booking was started with this key. */
export const isBookingNotFound = (failure: unknown): boolean => getErrorCode(failure) === 'BOOKING_NOT_FOUND';

/** The status page of the booking that an error names. */
export const getStatusToken = (failure: unknown): string | undefined =>
  failure instanceof ResponseError
    ? bookingUnderWaySchema.safeParse(failure.body?.details).data?.status_token
    : undefined;
