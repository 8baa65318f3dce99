import {
  createBooking,
  processCard,
  resumeBooking,
  type BookingRequest,
  type BookingResponse,
  type CardDetails,
  type PaymentResult,
  type SeatSelection,
} from '@fareline/contracts';
import { call, ResponseError } from '@fareline/contracts/client';
import { isOfferUnavailable, verifyOfferValidity } from '../offer/verify-offer-validity.ts';
import { reuseOrCreateAttempt, newIdempotencyKey, type Attempt, type Authorisation } from './attempt.ts';
import {
  classifyBookingError,
  expired,
  isInProgress,
  isRateLimited,
  isBookingNotFound,
  isKeyReused,
  isOutcomeUnknown,
  classifyPaymentError,
  type Failure,
} from './failures.ts';
import { removeAttempt, storeAttempt, type BookingSummary, type StoredAttempt } from './stored-attempts.ts';

/** What is being bought: the amount is the one on the screen, seats included. */
export interface Purchase {
  offerId: string;
  amount: string;
  currency: string;
  seats: readonly SeatSelection[];
  passengers: BookingRequest['passengers'];
  /** What a reloaded page shows of it. */
  summary: BookingSummary;
}

/** How the card is handed over: its details, or a payment method of the card provider in their place. (PAY-31, D5) */
export type PaymentMethod = { cardDetails: CardDetails } | { paymentMethodId: string };

export type BookingOutcome =
  | { kind: 'booked'; booking: BookingResponse }
  /** The airline's answer is not known yet. (PROVIDER-36) */
  | { kind: 'pending'; bookingId?: string }
  | Failure;

/** Where the current attempt is kept between presses of the button. */
export interface AttemptRef {
  current: Attempt | undefined;
}

const pauseAfterPayment = 500;
const pauseBeforeBooking = 300;
const defaultRetryDelay = 2000;
const maxRetries = 10;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const isFailure = (value: Authorisation | Failure): value is Failure => 'kind' in value;

/** The whole of "Complete Booking" behind a valid card form. Never throws. (PAY-16 to PAY-23) */
export async function completeBooking(
  purchase: Purchase,
  instrument: PaymentMethod | undefined,
  attempts: AttemptRef,
): Promise<BookingOutcome> {
  const check = await verifyOfferValidity(purchase.offerId);
  if (isOfferUnavailable(check)) return expired(check.message ?? '');
  const authorisation = await authorise(purchase, instrument, attempts);
  if (isFailure(authorisation)) return authorisation;
  await pause(pauseAfterPayment);
  const lastCheck = await verifyOfferValidity(purchase.offerId);
  if (isOfferUnavailable(lastCheck)) {
    // No booking call names this hold any more; the service gives it back.
    attempts.current = undefined;
    return { kind: 'offer-gone', title: 'Offer Validation Failed', description: lastCheck.message ?? '' };
  }
  await pause(pauseBeforeBooking);
  return book(attempts, authorisation, purchase);
}

async function authorise(
  purchase: Purchase,
  instrument: PaymentMethod | undefined,
  attempts: AttemptRef,
): Promise<Authorisation | Failure> {
  const seatIds = purchase.seats.map((seat) => seat.seatId);
  const attempt = reuseOrCreateAttempt({ ...purchase, seatIds }, attempts.current);
  attempts.current = attempt;
  if (attempt.authorisation) return attempt.authorisation;
  try {
    if (!instrument) throw new Error('Card details are required for card payment');
    const result = await sendPayment(purchase, instrument, attempt);
    attempt.authorisation = {
      paymentId: result.paymentId,
      card: result.card,
      bookingKey: newIdempotencyKey(),
    };
    return attempt.authorisation;
  } catch (failure) {
    // After a refusal the next press is another attempt; after silence the same key finds out what became of this one.
    if (!isOutcomeUnknown(failure)) attempts.current = undefined;
    return classifyPaymentError(failure);
  }
}

async function sendPayment(purchase: Purchase, instrument: PaymentMethod, attempt: Attempt) {
  const { amount, currency, offerId, seats } = purchase;
  for (let round = 0; ; round += 1) {
    try {
      const result = await call(processCard, {
        body: { amount, currency, offerId, seats: [...seats], ...instrument },
        headers: { 'idempotency-key': attempt.paymentKey },
      });
      return requirePaymentId(result);
    } catch (failure) {
      if (round >= maxRetries) throw failure;
      if (isKeyReused(failure)) attempt.paymentKey = newIdempotencyKey();
      else if (isInProgress(failure)) await pause(getRetryDelay(failure));
      else throw failure;
    }
  }
}

function requirePaymentId(result: PaymentResult | undefined) {
  if (result?.success && result.paymentId) return { ...result, paymentId: result.paymentId };
  throw new ResponseError(
    402,
    JSON.stringify({ message: result?.message ?? result?.error ?? 'The card was declined' }),
  );
}

const getRetryDelay = (failure: unknown) =>
  failure instanceof ResponseError && failure.retryAfterSeconds
    ? failure.retryAfterSeconds * 1000
    : defaultRetryDelay;

function toBookingRequest(purchase: Purchase, paymentId: string): BookingRequest {
  const { offerId, passengers, seats, amount, currency } = purchase;
  return { offerId, passengers, paymentDetails: { amount, currency, paymentId }, seats: [...seats] };
}

const bookingRejectedError = () => new Error('The airline did not accept this booking. Nothing was charged.');

/**
 * Sends the booking call, or sends it again: same key, same body, so that it is one booking however often it goes out. From
 * the first time on a reloaded page can ask for its end. (PAY-19, PROVIDER-36, D38, D57)
 */
export async function book(
  attempts: AttemptRef,
  authorisation: Authorisation,
  purchase: Purchase,
): Promise<BookingOutcome> {
  authorisation.request ??= toBookingRequest(purchase, authorisation.paymentId);
  authorisation.sentAt ??= Date.now();
  const { bookingKey, sentAt } = authorisation;
  const settle = () => {
    attempts.current = undefined;
    removeAttempt(bookingKey);
  };
  storeAttempt({ ...purchase.summary, bookingKey, sentAt });
  try {
    const booking = await call(createBooking, {
      body: authorisation.request,
      headers: { 'idempotency-key': bookingKey },
    });
    if (!booking) throw new Error('No booking information received from server');
    if (booking.status === 'pending') {
      storeAttempt({ ...purchase.summary, bookingKey, sentAt, bookingId: booking.id });
      return { kind: 'pending', bookingId: booking.id };
    }
    settle();
    if (booking.status === 'cancelled') throw bookingRejectedError();
    return { kind: 'booked', booking };
  } catch (failure) {
    if (isInProgress(failure)) return { kind: 'pending' };
    if (!isOutcomeUnknown(failure)) settle();
    return classifyBookingError(failure);
  }
}

/** The call may still be on its way where the page was left right after sending it. */
const canStillArrive = ({ sentAt }: StoredAttempt): boolean => Date.now() - sentAt < 20_000;

/**
 * Asks by its key alone how an attempt stands that another page of this tab began. Never begins one: what cannot be known yet
 * stays pending. (STATUS-02, STATUS-05)
 */
export async function resumeAttempt(attempt: StoredAttempt): Promise<BookingOutcome> {
  const { bookingKey } = attempt;
  try {
    const booking = await call(resumeBooking, { headers: { 'idempotency-key': bookingKey } });
    if (!booking) return { kind: 'pending' };
    if (booking.status === 'pending') {
      storeAttempt({ ...attempt, bookingId: booking.id });
      return { kind: 'pending', bookingId: booking.id };
    }
    removeAttempt(bookingKey);
    return booking.status === 'cancelled'
      ? classifyBookingError(bookingRejectedError())
      : { kind: 'booked', booking };
  } catch (failure) {
    if (isInProgress(failure) || isOutcomeUnknown(failure) || isRateLimited(failure))
      return { kind: 'pending' };
    if (isBookingNotFound(failure) && canStillArrive(attempt)) return { kind: 'pending' };
    removeAttempt(bookingKey);
    return isBookingNotFound(failure)
      ? {
          kind: 'booking-failed',
          title: 'Booking Not Sent',
          description:
            'The page was left before the booking reached us. Nothing was booked or charged. Please book again.',
        }
      : classifyBookingError(failure);
  }
}
