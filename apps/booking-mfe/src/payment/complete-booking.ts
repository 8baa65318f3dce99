import {
  continuePayment,
  createBooking,
  processCard,
  resumeBooking,
  type BagSelection,
  type BookingLink,
  type BookingRequest,
  type BookingResponse,
  type CardDetails,
  type PaymentResult,
  type SeatSelection,
} from '@fareline/contracts';
import { call, ResponseError, StatedError } from '@fareline/contracts/client';
import { bookAgain, lateResultByEmail } from '@fareline/contracts/promises';
import { isOfferUnavailable, verifyOfferValidity } from '../offer/verify-offer-validity.ts';
import {
  newIdempotencyKey,
  reuseOrCreateAttempt,
  toFingerprint,
  type Attempt,
  type Authorisation,
  type PaymentTerms,
} from './attempt.ts';
import {
  classifyBookingError,
  offerExpired,
  isInProgress,
  isRateLimited,
  isBookingNotFound,
  isKeyReused,
  isOutcomeUnknown,
  classifyPaymentError,
  cookiesBlocked,
  getStatusToken,
  type Failure,
} from './failures.ts';
import { findChallenge, storeChallenge } from './stored-challenge.ts';
import { removeAttempt, storeAttempt, type BookingSummary, type StoredAttempt } from './stored-attempts.ts';

/** What the traveller pays for. `amount` is the total on the screen, seats and bags included, as a decimal string in `currency`. */
export interface Purchase {
  offerId: string;
  amount: string;
  /** The fare in `amount`. */
  fareAmount: string;
  currency: string;
  seats: readonly SeatSelection[];
  bags: readonly BagSelection[];
  passengers: BookingRequest['passengers'];
  /** The trip is booked already and wanted a second time. */
  bookAgain?: boolean;
  /** Path and query of the page. */
  url: string;
  /** What the page shows of it after a reload. */
  summary: BookingSummary;
}

/** The card provider's form. Its functions reject with a StatedError. (ELEMENT-01, ELEMENT-02) */
export interface CardElement {
  /** Makes a token of the card that was entered. */
  createToken(): Promise<string>;
  /** Shows the bank's challenge until it was answered or closed. */
  showChallenge(clientSecret: string): Promise<void>;
}

/** Card details, the id of a payment method at the card provider, or its form. (PAY-31) */
export type PaymentMethod = { cardDetails: CardDetails } | { paymentMethodId: string } | CardElement;

export type BookingOutcome =
  | { kind: 'booked'; booking: BookingResponse }
  /** The airline has not confirmed or rejected the order yet, or the outcome of the call is unknown. (PROVIDER-36) */
  | { kind: 'pending'; bookingId?: string; statusToken?: string | undefined }
  | Failure;

/** Holds the current attempt between two presses of "Complete Booking". */
export interface AttemptRef {
  current: Attempt | undefined;
}

const pauseAfterPayment = 500;
const pauseBeforeBooking = 300;
const defaultRetrySeconds = 2;
const maxRetries = 10;
/** A challenge that was closed without an answer is shown once more. */
const maxChallenges = 2;
const challengeOpen = 'Your bank still asks you to confirm this payment. Nothing is charged before that.';

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const isFailure = (value: Authorisation | Failure): value is Failure => 'kind' in value;

/** Checks the offer, authorises the card and sends the booking. Never throws. (PAY-16 to PAY-23) */
export async function completeBooking(
  purchase: Purchase,
  paymentMethod: PaymentMethod | undefined,
  attempts: AttemptRef,
): Promise<BookingOutcome> {
  if (!navigator.cookieEnabled) return cookiesBlocked;
  const check = await verifyOfferValidity(purchase.offerId);
  if (isOfferUnavailable(check)) return offerExpired(check.error, check.message);
  const authorisation = await authorisePayment(purchase, paymentMethod, attempts);
  if (isFailure(authorisation)) return authorisation;
  await pause(pauseAfterPayment);
  const lastCheck = await verifyOfferValidity(purchase.offerId);
  if (isOfferUnavailable(lastCheck)) {
    // No booking call will use this authorisation, so the payments service voids it.
    attempts.current = undefined;
    return {
      kind: 'offer-unavailable',
      title: 'Offer Validation Failed',
      description: lastCheck.message,
    };
  }
  await pause(pauseBeforeBooking);
  return sendBooking(attempts, authorisation, purchase);
}

const toTerms = ({ offerId, amount, currency, seats, bags }: Purchase): PaymentTerms => ({
  ...{ offerId, amount, currency },
  extras: [
    ...seats.map((seat) => seat.seatId),
    ...bags.map(({ serviceId, quantity }) => `${serviceId} ${quantity}`),
  ],
});

/**
 * Whether a card of the provider's form was sent for this and its payment has no outcome, as after a lost response or while the
 * bank asks: that payment goes on with that card. (ELEMENT-02)
 */
export function isCardSent(purchase: Purchase, attempt: Attempt | undefined): boolean {
  const fingerprint = toFingerprint(toTerms(purchase));
  if (findChallenge(fingerprint)) return true;
  return attempt?.fingerprint === fingerprint && attempt.confirmationTokenId !== undefined;
}

async function authorisePayment(
  purchase: Purchase,
  paymentMethod: PaymentMethod | undefined,
  attempts: AttemptRef,
): Promise<Authorisation | Failure> {
  const attempt = reuseOrCreateAttempt(toTerms(purchase), attempts.current);
  attempts.current = attempt;
  if (attempt.authorisation) return attempt.authorisation;
  try {
    if (!paymentMethod) throw new StatedError('Card details are required for card payment');
    const result = await pay(purchase, paymentMethod, attempt);
    forgetChallenge(attempt);
    attempt.authorisation = {
      paymentId: result.paymentId,
      card: result.card,
      bookingKey: newIdempotencyKey(),
    };
    return attempt.authorisation;
  } catch (failure) {
    if (failure instanceof ResponseError && failure.status < 500 && !isInProgress(failure))
      forgetChallenge(attempt);
    // A rejected card needs a new attempt; while the outcome is unknown only the same key can return the result of this one.
    if (!isOutcomeUnknown(failure) && !isInProgress(failure)) attempts.current = undefined;
    return classifyPaymentError(failure);
  }
}

/** The fields of both calls. */
const toExtras = ({ seats, bags }: Purchase) => ({ seats: [...seats], bags: [...bags] });

/** Pays, or goes on with the payment whose challenge was interrupted, and shows what the bank asks. */
async function pay(purchase: Purchase, method: PaymentMethod, attempt: Attempt) {
  let result = attempt.challengedPaymentId
    ? await continueAttempt(attempt, attempt.challengedPaymentId)
    : await sendPayment(purchase, method, attempt);
  for (let shown = 0; result?.nextAction && shown < maxChallenges; shown += 1) {
    const { paymentId = '', nextAction } = result;
    attempt.challengedPaymentId = paymentId;
    storeChallenge({ paymentId, fingerprint: attempt.fingerprint, url: purchase.url });
    if (!('showChallenge' in method)) throw new StatedError(challengeOpen);
    await method.showChallenge(nextAction.clientSecret);
    result = await continueAttempt(attempt, paymentId);
  }
  if (result?.nextAction) throw new StatedError(challengeOpen);
  return requireAuthorised(result);
}

function forgetChallenge(attempt: Attempt): void {
  attempt.challengedPaymentId = undefined;
  storeChallenge(undefined);
}

const continueAttempt = (attempt: Attempt, id: string) =>
  repeatWhileInProgress(attempt, () => call(continuePayment, { params: { id } }));

async function sendPayment(purchase: Purchase, method: PaymentMethod, attempt: Attempt) {
  const { amount, fareAmount, currency, offerId, passengers, bookAgain, summary } = purchase;
  const trip = {
    travellers: passengers.map(({ firstName, lastName }) => ({ firstName, lastName })),
    contactEmail: summary.contact.email,
    bookAgain,
  };
  if ('createToken' in method) attempt.confirmationTokenId ??= await method.createToken();
  const { confirmationTokenId } = attempt;
  const card = 'createToken' in method ? { confirmationTokenId } : method;
  return repeatWhileInProgress(attempt, () =>
    call(processCard, {
      body: { amount, fareAmount, currency, offerId, ...toExtras(purchase), ...card, ...trip },
      headers: { 'idempotency-key': attempt.paymentKey },
    }),
  );
}

async function repeatWhileInProgress<Result>(attempt: Attempt, send: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await send();
    } catch (failure) {
      if (retries >= maxRetries) throw failure;
      if (isKeyReused(failure)) attempt.paymentKey = newIdempotencyKey();
      else if (isInProgress(failure)) await pause((failure.retryAfterSeconds || defaultRetrySeconds) * 1000);
      else throw failure;
    }
  }
}

function requireAuthorised(result: PaymentResult | undefined) {
  if (result?.success && result.paymentId) return { ...result, paymentId: result.paymentId };
  throw new ResponseError(
    402,
    JSON.stringify({ message: result?.message ?? result?.error ?? 'The card was declined' }),
  );
}

function toBookingRequest(purchase: Purchase, paymentId: string): BookingRequest {
  const { offerId, passengers, amount, currency } = purchase;
  return { offerId, passengers, paymentDetails: { amount, currency, paymentId }, ...toExtras(purchase) };
}

const bookingRejectedError = () =>
  new StatedError('The airline did not accept this booking. Nothing was charged.');

/**
 * Sends the booking call. A retry has the same key and body, so that it makes no second booking. The attempt is stored first, so
 * that a reloaded page can poll its status. (PAY-19, PROVIDER-36)
 */
export async function sendBooking(
  attempts: AttemptRef,
  authorisation: Authorisation,
  purchase: Purchase,
): Promise<BookingOutcome> {
  authorisation.request ??= toBookingRequest(purchase, authorisation.paymentId);
  authorisation.sentAt ??= Date.now();
  const { bookingKey, sentAt } = authorisation;
  const clearAttempt = () => {
    attempts.current = undefined;
    removeAttempt(bookingKey);
  };
  const attempt = { ...purchase.summary, bookingKey, sentAt };
  storeAttempt(attempt);
  try {
    const booking = await call(createBooking, {
      body: authorisation.request,
      headers: { 'idempotency-key': bookingKey },
    });
    if (!booking) return classifyBookingError(new StatedError('No booking information received from server'));
    if (!hasOutcome(booking)) return toPending(attempt, booking);
    clearAttempt();
    if (booking.status === 'cancelled') return classifyBookingError(bookingRejectedError());
    return { kind: 'booked', booking };
  } catch (failure) {
    if (isInProgress(failure)) return toPending(attempt, { statusToken: getStatusToken(failure) });
    // A refusal by the rate limit says nothing about the booking either: the same request can be sent again.
    if (isOutcomeUnknown(failure) || isRateLimited(failure)) return { kind: 'pending' };
    clearAttempt();
    return classifyBookingError(failure);
  }
}

/** Without the cookie of its visitor the status page tells the outcome. (PROVIDER-32) */
const hasOutcome = (booking: BookingLink | BookingResponse): booking is BookingResponse =>
  'id' in booking && booking.status !== 'pending';

/** Stores what the pending screen shows after a reload. */
function toPending(
  attempt: StoredAttempt,
  { id: bookingId = attempt.bookingId, statusToken }: { id?: string; statusToken?: string | undefined },
): BookingOutcome {
  storeAttempt({ ...attempt, bookingId, statusToken });
  return { kind: 'pending', ...(bookingId === undefined ? {} : { bookingId }), statusToken };
}

/** When the page is left right after the call was sent, the call may reach the service later. */
const canStillArrive = ({ sentAt }: StoredAttempt): boolean => Date.now() - sentAt < 20_000;

/**
 * Reads the status of a stored attempt by its idempotency key. Never starts a booking; an unknown outcome stays pending.
 * (STATUS-02, STATUS-05)
 */
export async function resumeAttempt(attempt: StoredAttempt): Promise<BookingOutcome> {
  const { bookingKey } = attempt;
  try {
    const booking = await call(resumeBooking, { headers: { 'idempotency-key': bookingKey } });
    if (!booking) return { kind: 'pending' };
    if (!hasOutcome(booking)) return toPending(attempt, booking);
    removeAttempt(bookingKey);
    return booking.status === 'cancelled'
      ? classifyBookingError(bookingRejectedError())
      : { kind: 'booked', booking };
  } catch (failure) {
    if (isInProgress(failure)) return toPending(attempt, { statusToken: getStatusToken(failure) });
    if (isOutcomeUnknown(failure) || isRateLimited(failure)) return { kind: 'pending' };
    if (isBookingNotFound(failure) && canStillArrive(attempt)) return { kind: 'pending' };
    removeAttempt(bookingKey);
    return isBookingNotFound(failure)
      ? {
          kind: 'booking-failed',
          title: 'Booking Not Found',
          // Without its cookies a browser gets this for a request that has no booking yet.
          description: `This browser has no booking here. ${lateResultByEmail} ${bookAgain}`,
        }
      : classifyBookingError(failure);
  }
}
