import {
  createBooking,
  resumeBooking,
  type BagSelection,
  type BookingLink,
  type BookingRequest,
  type BookingResponse,
  type SeatSelection,
} from '@fareline/contracts';
import { bookAgain, lateResultByEmail } from '@fareline/contracts/promises';
import { call, StatedError } from '@fareline/contracts/client';
import { isOfferUnavailable, verifyOfferValidity } from '../offer/verify-offer-validity.ts';
import { newIdempotencyKey, type Authorisation, type PaymentTerms } from './attempt.ts';
import {
  authorisePayment,
  isFailure,
  pause,
  type AttemptRef,
  type PaymentMethod,
  type PaymentOrder,
} from './authorise-payment.ts';
import {
  classifyBookingError,
  offerExpired,
  isInProgress,
  isRateLimited,
  isBookingNotFound,
  isOutcomeUnknown,
  classifyPaymentError,
  cookiesBlocked,
  getStatusToken,
  type Failure,
} from './failures.ts';
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
  checkInReminder?: BookingRequest['checkInReminder'];
  minorsConsent?: BookingRequest['minorsConsent'];
  /** The trip is booked already and wanted a second time. */
  bookAgain?: boolean;
  /** Path and query of the page. */
  url: string;
  /** What the page shows of it after a reload. */
  summary: BookingSummary;
}

export type BookingOutcome =
  | { kind: 'booked'; booking: BookingResponse }
  /** The airline has not confirmed or rejected the order yet, or the outcome of the call is unknown. (PROVIDER-36) */
  | { kind: 'pending'; bookingId?: string; statusToken?: string | undefined }
  | Failure;

const pauseAfterPayment = 500;
const pauseBeforeBooking = 300;

/** Checks the offer, authorises the card and sends the booking. Never throws. (PAY-16 to PAY-23) */
export async function completeBooking(
  purchase: Purchase,
  paymentMethod: PaymentMethod | undefined,
  attempts: AttemptRef,
): Promise<BookingOutcome> {
  if (!navigator.cookieEnabled) return cookiesBlocked;
  const check = await verifyOfferValidity(purchase.offerId);
  if (isOfferUnavailable(check)) return offerExpired(check.error, check.message);
  const authorisation = await authorisePayment(
    toPaymentOrder(purchase),
    paymentMethod,
    attempts,
    classifyPaymentError,
  );
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

const toTerms = ({ offerId: itemId, amount, currency, seats, bags }: Purchase): PaymentTerms => ({
  ...{ itemId, amount, currency },
  extras: [
    ...seats.map((seat) => seat.seatId),
    ...bags.map(({ serviceId, quantity }) => `${serviceId} ${quantity}`),
  ],
});

/** The fields of both calls. */
const toExtras = ({ seats, bags }: Purchase) => ({ seats: [...seats], bags: [...bags] });

/** What the payment call says of a purchase. */
export function toPaymentOrder(purchase: Purchase): PaymentOrder {
  const { amount, fareAmount, currency, offerId, passengers, bookAgain, summary, url } = purchase;
  const trip = {
    travellers: passengers.map(({ firstName, lastName }) => ({ firstName, lastName })),
    contactEmail: summary.contact.email,
    bookAgain,
  };
  return {
    terms: toTerms(purchase),
    url,
    body: { amount, fareAmount, currency, offerId, ...toExtras(purchase), ...trip },
  };
}

function toBookingRequest(purchase: Purchase, paymentId: string): BookingRequest {
  const { offerId, passengers, checkInReminder, minorsConsent, amount, currency } = purchase;
  const paymentDetails = { amount, currency, paymentId };
  const wishes = { checkInReminder, minorsConsent };
  return { offerId, passengers, ...wishes, paymentDetails, ...toExtras(purchase) };
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
  authorisation.bookingKey ??= newIdempotencyKey();
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
          // A browser without its cookies gets this for a request that has no booking yet.
          description: `This browser has no booking here. ${lateResultByEmail} ${bookAgain}`,
        }
      : classifyBookingError(failure);
  }
}
