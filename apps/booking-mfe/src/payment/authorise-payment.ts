import {
  abandonPayment,
  continuePayment,
  processCard,
  type CardDetails,
  type PaymentRequest,
  type PaymentResult,
} from '@fareline/contracts';
import { bookingInEmails } from '@fareline/contracts/promises';
import { call, getServerMessage, ResponseError, StatedError } from '@fareline/contracts/client';
import {
  newIdempotencyKey,
  reuseOrCreateAttempt,
  toFingerprint,
  type Attempt,
  type Authorisation,
  type PaymentTerms,
} from './attempt.ts';
import { isInProgress, isKeyReused, isOutcomeUnknown, isRateLimited } from './failures.ts';
import { findChallenge, readChallenge, storeChallenge } from './stored-challenge.ts';

/** What one card payment is for. */
export interface PaymentOrder {
  terms: PaymentTerms;
  /** The payment call without the card. */
  body: Partial<PaymentRequest> & Pick<PaymentRequest, 'amount' | 'currency'>;
  /** Path and query of the page. */
  url: string;
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

/** Holds the current attempt between two presses of "Complete Booking". */
export interface AttemptRef {
  current: Attempt | undefined;
}

const defaultRetrySeconds = 2;
const maxRetries = 10;
/** A challenge that was closed without an answer is shown once more. */
const maxChallenges = 2;
const challengeOpen = 'Your bank still asks you to confirm this payment. Nothing is charged before that.';

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
export const isFailure = <Failed extends { kind: string }>(value: Authorisation | Failed): value is Failed =>
  'kind' in value;

/** Why a payment that was sent has no outcome: the bank asks the cardholder, or no response came. */
export type SentCard = 'challenged' | 'unanswered';

/** Whether a card of the provider's form was sent for this: the payment without an outcome goes on with that card. (ELEMENT-02) */
export function findSentCard({ terms }: PaymentOrder, attempt: Attempt | undefined): SentCard | undefined {
  const fingerprint = toFingerprint(terms);
  if (findChallenge(fingerprint)) return 'challenged';
  const isSent = attempt?.fingerprint === fingerprint && attempt.confirmationTokenId !== undefined;
  return isSent ? 'unanswered' : undefined;
}

/** Authorises the card, once for each attempt. Never throws. (PAY-19) */
export async function authorisePayment<Failed extends { kind: string }>(
  order: PaymentOrder,
  paymentMethod: PaymentMethod | undefined,
  attempts: AttemptRef,
  classify: (failure: unknown) => Failed,
): Promise<Authorisation | Failed> {
  const attempt = reuseOrCreateAttempt(order.terms, attempts.current);
  attempts.current = attempt;
  if (attempt.authorisation) return attempt.authorisation;
  try {
    if (!paymentMethod) throw new StatedError('Card details are required for card payment');
    const result = await pay(order, paymentMethod, attempt);
    forgetChallenge(attempt);
    attempt.authorisation = { paymentId: result.paymentId, card: result.card };
    return attempt.authorisation;
  } catch (failure) {
    if (failure instanceof ResponseError && failure.status < 500 && !isInProgress(failure))
      forgetChallenge(attempt);
    // A rejected card needs a new attempt; while the outcome is unknown only the same key can return the result of this one.
    if (!isOutcomeUnknown(failure) && !isInProgress(failure)) attempts.current = undefined;
    return classify(failure);
  }
}

/**
 * Ends the payment of this tab whose challenge is open, so that another card can be used. It goes on waiting if nothing answered, or if
 * a booking of another tab has used it. (ELEMENT-02)
 */
export async function abandonChallenge(): Promise<{ isEnded: boolean; message: string }> {
  const challenge = readChallenge();
  if (!challenge) return { isEnded: true, message: 'Nothing was charged.' };
  try {
    await call(abandonPayment, { params: { id: challenge.paymentId } });
    return { isEnded: false, message: `Your bank has confirmed it, and it is used. ${bookingInEmails}` };
  } catch (failure) {
    if (isOutcomeUnknown(failure) || isRateLimited(failure) || isInProgress(failure))
      return { isEnded: false, message: 'It is still waiting. Please try again.' };
    storeChallenge(undefined);
    return { isEnded: true, message: getServerMessage(failure) ?? 'Nothing was charged.' };
  }
}

/** Pays, or goes on with the payment whose challenge was interrupted, and shows what the bank asks. */
async function pay(order: PaymentOrder, method: PaymentMethod, attempt: Attempt) {
  let result = attempt.challengedPaymentId
    ? await continueAttempt(attempt, attempt.challengedPaymentId)
    : await sendPayment(order, method, attempt);
  for (let shown = 0; result?.nextAction && shown < maxChallenges; shown += 1) {
    const { paymentId = '', nextAction } = result;
    attempt.challengedPaymentId = paymentId;
    storeChallenge({ paymentId, fingerprint: attempt.fingerprint, url: order.url });
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

async function sendPayment(order: PaymentOrder, method: PaymentMethod, attempt: Attempt) {
  if ('createToken' in method) attempt.confirmationTokenId ??= await method.createToken();
  const { confirmationTokenId } = attempt;
  const card = 'createToken' in method ? { confirmationTokenId } : method;
  return repeatWhileInProgress(attempt, () =>
    call(processCard, {
      body: { ...order.body, ...card },
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
