import { confirmBookingChange, type BookingChange } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import {
  authorisePayment,
  isFailure,
  type AttemptRef,
  type PaymentMethod,
  type PaymentOrder,
} from '../payment/authorise-payment.ts';
import {
  classifyChangeError,
  isInProgress,
  isOutcomeUnknown,
  isRateLimited,
  type ChangeEnded,
  type PaymentFailure,
  type PaymentRefusal,
} from '../payment/failures.ts';

/** A change that is agreed, and the page where it was. */
export interface Agreement {
  bookingId: string;
  change: BookingChange;
  url: string;
}

export type ChangeOutcome =
  /** What the service knows of it now. */
  | { kind: 'answered'; change: BookingChange }
  /** Whether the airline was asked is not known: the same call can be sent again. */
  | { kind: 'unknown'; message: string | undefined }
  | ChangeEnded
  | PaymentFailure
  | PaymentRefusal;

/** Whether a card is needed. */
export const isPaidByCard = ({ charge_amount: amount }: BookingChange): boolean => Number(amount) > 0;

export const toChangeOrder = ({ bookingId, change, url }: Agreement): PaymentOrder => {
  const { id: changeId, charge_amount: amount, currency } = change;
  return {
    terms: { itemId: changeId, amount, currency, extras: [] },
    url,
    body: { amount, currency, change: { bookingId, changeId } },
  };
};

/** Authorises the card where there is something to pay, then makes the change. Never throws. (TRIP-03, TRIP-04) */
export async function completeChange(
  agreement: Agreement,
  paymentMethod: PaymentMethod | undefined,
  attempts: AttemptRef,
): Promise<ChangeOutcome> {
  const { bookingId: id, change } = agreement;
  const authorisation = isPaidByCard(change)
    ? await authorisePayment(toChangeOrder(agreement), paymentMethod, attempts, classifyChangeError)
    : undefined;
  if (authorisation && isFailure(authorisation)) return authorisation;
  try {
    const answer = await call(confirmBookingChange, {
      params: { id, changeId: change.id },
      body: authorisation ? { payment_id: authorisation.paymentId } : {},
    });
    attempts.current = undefined;
    return { kind: 'answered', change: answer };
  } catch (failure) {
    if (isOutcomeUnknown(failure) || isRateLimited(failure) || isInProgress(failure))
      return { kind: 'unknown', message: getServerMessage(failure) };
    // The authorisation is used for no other call, so the payments service voids it.
    attempts.current = undefined;
    return classifyChangeError(failure);
  }
}
