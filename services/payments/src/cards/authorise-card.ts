import { randomUUID } from 'node:crypto';
import type { CardDetails, ErrorCode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { fromNow, LeaseLostError } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { assertAirlineBalance } from '../offers/airline-balance.ts';
import {
  assertShownAmount,
  fetchLivePrice,
  toExtrasKey,
  type Extras,
  type PricedOffer,
} from '../offers/offer-price.ts';
import { isLastMinuteOneWay } from '../offers/last-minute.ts';
import { assertOfferUnused } from '../offers/used-offer.ts';
import { assertTripNotBooked, type TripRequest } from '../offers/same-trip.ts';
import { getCurrentRequestId } from '../request-id.ts';
import type { AuthoriseOutcome } from '../stripe/card-gateway.ts';
import type { Visitor } from '../visitor.ts';
import {
  forgetAttempt,
  isCardRefused,
  recordAuthorised,
  recordDecline,
  releaseAttempt,
  reserveAttempt,
} from './attempt-limits.ts';
import { reopenForHold } from './late-hold.ts';
import { describePurchase } from './describe-purchase.ts';
import { toPaymentError } from './payment-result.ts';
import { recordHold, refusal, startChallenge, voidIntent } from './challenge.ts';
import {
  renewPaymentLease,
  startPaymentHeartbeat,
  transitionPayment,
  type Payment,
} from './payment.repository.ts';

interface CardAttempt {
  offerId: string;
  extras: Extras;
  amount: string;
  currency: string;
  fareAmount?: string | undefined;
  card: CardDetails | undefined;
  paymentMethodId: string | undefined;
  confirmation?: { tokenId: string; returnUrl: string } | undefined;
  trip: TripRequest;
  visitor: Visitor;
  /** Id of the idempotency key's row, which then refers to the payment. */
  keyId: string;
}

/** The bank's answer takes minutes; the offer has to outlast it. */
const challengeMs = 15 * 60_000;
const offerMarginMs = 60_000;

async function insertPayment(
  deps: Deps,
  attempt: CardAttempt,
  quote: PricedOffer,
  attemptId: string,
): Promise<Payment> {
  const { db, config, killPoint } = deps;
  killPoint('before:payment:authorising');
  const payment = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('payments')
      .values({
        id: randomUUID(),
        mode: quote.mode,
        brand: attempt.visitor.brand,
        requested_offer_id: attempt.offerId,
        offer_id: quote.offer.id,
        offer_request_id: quote.offer_request_id,
        extras: toExtrasKey(attempt.extras),
        amount_minor: quote.price.minor,
        currency: quote.price.currency,
        visitor_hash: attempt.visitor.visitor_hash,
        user_id: attempt.visitor.user_id,
        ip_address: attempt.visitor.ipAddress,
        state: 'authorising',
        attempt_id: attemptId,
        challenge_until: attempt.confirmation
          ? sql<Date>`least(${fromNow(challengeMs)}, ${quote.offer.expires_at}::timestamptz - ${offerMarginMs} * interval '1 millisecond')`
          : null,
        request_id: getCurrentRequestId(),
        lease_token: randomUUID(),
        lease_until: fromNow(config.BOOKING_LEASE_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const key = await trx
      .updateTable('idempotency_keys')
      .set({ payment_id: row.id })
      .where('id', '=', attempt.keyId)
      .where('payment_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    // This process stalled, and a repeat of the request has taken the key.
    if (!key) throw new LeaseLostError('another request has made a payment with the key');
    return row;
  });
  killPoint('after:payment:authorising');
  return payment;
}

const declinePayment = (deps: Deps, payment: Payment, code: ErrorCode, message?: string) =>
  transitionPayment(deps, payment, 'declined', {
    lease_until: null,
    failure_code: code,
    failure_message: message ?? null,
  });

/** Records the outcome of the card call. The reservation of the attempt becomes a decline or ends. */
async function recordOutcome(
  deps: Deps,
  payment: Payment,
  outcome: AuthoriseOutcome,
  visitor: Visitor,
): Promise<Payment> {
  const { attempt_id: attemptId } = payment;
  switch (outcome.kind) {
    case 'authorised': {
      if (await isCardRefused(deps, outcome.card.fingerprint)) {
        await releaseAttempt(deps, attemptId);
        return voidIntent(deps, payment, outcome.intentId, refusal);
      }
      await recordAuthorised(deps, attemptId, visitor);
      return recordHold(deps, payment, outcome);
    }
    case 'declined': {
      const isRefused = await recordDecline(deps, attemptId, outcome.card?.fingerprint ?? null);
      return transitionPayment(deps, payment, 'declined', {
        lease_until: null,
        intent_id: outcome.intentId,
        card_brand: outcome.card?.brand ?? null,
        card_last4: outcome.card?.last4 ?? null,
        ...(isRefused ? refusal : { failure_code: 'PAYMENT_FAILED', failure_message: outcome.message }),
      });
    }
    case 'challenge': {
      const isRefused = await isCardRefused(deps, outcome.card?.fingerprint ?? null);
      if (payment.challenge_until && !isRefused) return startChallenge(deps, payment, outcome);
      // It was a try that no bank has declined. (REFUSAL-03)
      await releaseAttempt(deps, attemptId);
      const challenge = { failure_code: 'CARD_CHALLENGE_REQUIRED' } as const;
      return voidIntent(deps, payment, outcome.intentId, isRefused ? refusal : challenge);
    }
    case 'number_refused':
      await releaseAttempt(deps, attemptId);
      return declinePayment(deps, payment, 'CARD_NUMBER_REFUSED');
    case 'amount_refused':
      await releaseAttempt(deps, attemptId);
      return declinePayment(deps, payment, 'AMOUNT_NOT_PAYABLE');
    case 'unavailable':
      await releaseAttempt(deps, attemptId);
      deps.log.error({ err: outcome.cause, payment: payment.id }, 'the card provider refused the request');
      return declinePayment(deps, payment, 'PAYMENT_UNAVAILABLE');
    case 'unknown':
      await releaseAttempt(deps, attemptId);
      deps.log.warn({ err: outcome.cause, payment: payment.id }, 'the outcome of the card call is unknown');
      await deps.db
        .updateTable('payments')
        .set({ lease_until: null, next_attempt_at: fromNow(deps.config.RETRY_BASE_MS) })
        .where('id', '=', payment.id)
        .where('state', '=', 'authorising')
        .execute();
      deps.enqueue.payment(payment.id, deps.config.RETRY_BASE_MS);
      throw new AppError('PAYMENT_UNAVAILABLE', { cause: outcome.cause });
  }
}

async function preparePayment(
  deps: Deps,
  attempt: CardAttempt,
  attemptId: string,
): Promise<{ payment: Payment; quote: PricedOffer }> {
  const { brand, ipAddress } = attempt.visitor;
  const quote = await fetchLivePrice(deps, attempt.offerId, attempt.extras, brand, { ipAddress });
  assertShownAmount(quote, attempt);
  if (!deps.cardGateway.isPayable(quote.price)) throw new AppError('AMOUNT_NOT_PAYABLE');
  await assertOfferUnused(deps, quote);
  const { mode, offer } = quote;
  await assertTripNotBooked(deps, attempt.visitor, { mode, slices: offer.slices }, attempt.trip);
  await assertAirlineBalance(deps, mode);
  return { payment: await insertPayment(deps, attempt, quote, attemptId), quote };
}

/**
 * Authorises the price of an offer on a card and returns the payment, authorised or waiting for the answer to a challenge;
 * otherwise throws an AppError, and no authorisation remains. Card number and security code go to the card provider only.
 * (MONEY-21, MONEY-25, MONEY-32, PROVIDER-31)
 */
export async function authoriseCard(deps: Deps, attempt: CardAttempt): Promise<Payment> {
  const { visitor } = attempt;
  const attemptId = await reserveAttempt(deps, visitor, attempt.offerId);
  const { payment, quote } = await preparePayment(deps, attempt, attemptId).catch(async (error: unknown) => {
    // Whose trip it is not is refused, and each refusal is a guess that counts.
    const isAsked = error instanceof AppError && error.code === 'TRIP_BOOKED' && error.details;
    await (isAsked ? forgetAttempt : releaseAttempt)(deps, attemptId);
    throw error;
  });
  const stopHeartbeat = startPaymentHeartbeat(deps, payment);
  try {
    return await callProvider(deps, attempt, { payment, quote });
  } finally {
    stopHeartbeat();
  }
}

async function callProvider(
  deps: Deps,
  attempt: CardAttempt,
  { payment, quote }: { payment: Payment; quote: PricedOffer },
): Promise<Payment> {
  const { visitor } = attempt;
  deps.killPoint('before:call:authorise');
  await renewPaymentLease(deps, payment);
  const outcome = await deps.cardGateway.authorise({
    paymentId: payment.id,
    mode: payment.mode,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    card: attempt.card,
    paymentMethodId: attempt.paymentMethodId,
    confirmation: attempt.confirmation,
    isChallengeWanted:
      attempt.confirmation !== undefined && isLastMinuteOneWay(quote.offer, deps.config.LAST_MINUTE_MS),
    ...describePurchase(payment, quote),
  });
  deps.killPoint('after:call:authorise');
  const result = await recordOutcome(deps, payment, outcome, visitor).catch(async (error: unknown) => {
    // Another process has closed the payment without knowing of the hold, or of the challenge that leads to one.
    if (error instanceof LeaseLostError && (outcome.kind === 'authorised' || outcome.kind === 'challenge'))
      await reopenForHold(deps, payment.mode, payment.id, outcome.intentId);
    throw error;
  });
  if (result.state !== 'authorised' && result.state !== 'challenged') throw toPaymentError(result);
  return result;
}
