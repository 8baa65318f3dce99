import { randomUUID } from 'node:crypto';
import type { CardDetails, ErrorCode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { fromNow, LeaseLostError } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { assertAirlineBalance } from '../offers/airline-balance.ts';
import { assertShownAmount, fetchLivePrice, toExtrasKey, type Extras } from '../offers/offer-price.ts';
import { isLastMinuteOneWay } from '../offers/last-minute.ts';
import { assertOfferUnused } from '../offers/used-offer.ts';
import { assertTripNotBooked, type TripRequest } from '../offers/same-trip.ts';
import { getCurrentRequestId } from '../request-id.ts';
import { defineStep } from '../steps/step.ts';
import type { AuthoriseOutcome } from '../stripe/card-gateway.ts';
import type { Visitor } from '../access/visitor.ts';
import { advanceAuthorisation, openStuckCase } from './advance-payment.ts';
import {
  forgetAttempt,
  isCardRefused,
  recordAuthorised,
  recordDecline,
  releaseAttempt,
  reserveAttempt,
} from './attempt-limits.ts';
import { reopenForAuthorisation } from './late-authorisation.ts';
import { describePurchase, type Purchase } from './describe-purchase.ts';
import { toDeclineError } from './payment-result.ts';
import { recordAuthorisation, refusal, startChallenge, voidIntent } from './challenge.ts';
import { transitionPayment, type Payment } from './payment.repository.ts';

interface CardAttempt {
  /** What the attempts are counted for: an offer, or a change. */
  subject: string;
  card: CardDetails | undefined;
  paymentMethodId: string | undefined;
  confirmation?: { tokenId: string; returnUrl: string } | undefined;
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
  { price, expiresAt, flights: _, changed: __, ...purchase }: Purchase,
  attemptId: string,
): Promise<Payment> {
  const { db, config, killPoint } = deps;
  killPoint('before:payment:authorising');
  const payment = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('payments')
      .values({
        id: randomUUID(),
        ...purchase,
        brand: attempt.visitor.brand,
        amount_minor: price.minor,
        currency: price.currency,
        visitor_hash: attempt.visitor.visitor_hash,
        user_id: attempt.visitor.user_id,
        ip_address: attempt.visitor.ipAddress,
        state: 'authorising',
        attempt_id: attemptId,
        challenge_until: attempt.confirmation
          ? sql<Date>`least(${fromNow(challengeMs)}, ${expiresAt}::timestamptz - ${offerMarginMs} * interval '1 millisecond')`
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
  transitionPayment(deps, payment, 'declined', { failure_code: code, failure_message: message ?? null });

type Answered = Exclude<AuthoriseOutcome, { kind: 'unknown' }>;

/** Records the outcome of the card call. The reservation of the attempt becomes a decline or ends. */
async function recordOutcome(
  deps: Deps,
  payment: Payment,
  outcome: Answered,
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
      return recordAuthorisation(deps, payment, outcome);
    }
    case 'declined': {
      const isRefused = await recordDecline(deps, attemptId, outcome.card?.fingerprint ?? null);
      return transitionPayment(deps, payment, 'declined', {
        intent_id: outcome.intentId,
        card_brand: outcome.card?.brand ?? null,
        card_last4: outcome.card?.last4 ?? null,
        ...(isRefused ? refusal : { failure_code: 'PAYMENT_FAILED', failure_message: outcome.message }),
      });
    }
    case 'challenge': {
      const isRefused = await isCardRefused(deps, outcome.card?.fingerprint ?? null);
      if (payment.challenge_until && !isRefused) return startChallenge(deps, payment, outcome);
      // No bank has declined this try. (REFUSAL-03)
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
  }
}

interface OfferPurchase {
  offerId: string;
  extras: Extras;
  amount: string;
  currency: string;
  fareAmount?: string | undefined;
  trip: TripRequest;
  visitor: Visitor;
}

/** The offer as the airline prices it now. Throws what makes it unpayable, or AMOUNT_MISMATCH, PRICE_CHANGED, TRIP_BOOKED. */
async function priceOffer(deps: Deps, { offerId, extras, trip, visitor, ...shown }: OfferPurchase) {
  const { brand, ipAddress } = visitor;
  const quote = await fetchLivePrice(deps, offerId, extras, brand, { ipAddress });
  assertShownAmount(quote, shown);
  if (!deps.cardGateway.isPayable(quote.price)) throw new AppError('AMOUNT_NOT_PAYABLE');
  await assertOfferUnused(deps, quote);
  const { mode, offer, price } = quote;
  await assertTripNotBooked(deps, visitor, { mode, slices: offer.slices }, trip);
  await assertAirlineBalance(deps, mode);
  return {
    ...{ mode, price, flights: offer, expiresAt: offer.expires_at },
    ...{ purchase_kind: 'offer', purchase_id: offer.id, requested_offer_id: offerId },
    extras: toExtrasKey(extras),
  } satisfies Purchase;
}

/** Authorises the price of an offer on a card, as `authoriseCard`. (MONEY-21) */
export const authoriseOffer = (
  deps: Deps,
  { visitor, ...attempt }: Omit<CardAttempt, 'subject'> & OfferPurchase,
): Promise<Payment> =>
  authoriseCard(deps, { ...attempt, visitor, subject: attempt.offerId }, () =>
    priceOffer(deps, { ...attempt, visitor }),
  );

/**
 * Authorises the price of a purchase on a card and returns the payment, authorised or waiting for the answer to a challenge;
 * otherwise throws an AppError, and no authorisation remains. Card number and security code go to the card provider only.
 * (MONEY-25, MONEY-32, PROVIDER-31)
 */
export async function authoriseCard(
  deps: Deps,
  attempt: CardAttempt,
  price: () => Promise<Purchase>,
): Promise<Payment> {
  const { visitor } = attempt;
  const attemptId = await reserveAttempt(deps, visitor, attempt.subject);
  const { payment, purchase } = await preparePayment(deps, attempt, attemptId, price).catch(
    async (error: unknown) => {
      // A client whose trip it is not is refused, and each refusal counts as a guess.
      const isAsked = error instanceof AppError && error.code === 'TRIP_BOOKED' && error.details;
      await (isAsked ? forgetAttempt : releaseAttempt)(deps, attemptId);
      throw error;
    },
  );
  const result = await advanceAuthorisation(deps, payment, authoriseStep(attempt, purchase));
  if (result.state === 'authorising') throw new AppError('PAYMENT_UNAVAILABLE');
  if (result.state !== 'authorised' && result.state !== 'challenged')
    throw await toDeclineError(deps, result, visitor);
  return result;
}

async function preparePayment(
  deps: Deps,
  attempt: CardAttempt,
  attemptId: string,
  price: () => Promise<Purchase>,
): Promise<{ payment: Payment; purchase: Purchase }> {
  const purchase = await price();
  return { payment: await insertPayment(deps, attempt, purchase, attemptId), purchase };
}

/** From `authorising`: authorises the amount. What became of a call without an answer is found later, by the job. */
const authoriseStep = ({ visitor, ...attempt }: CardAttempt, purchase: Purchase) =>
  defineStep<Payment, Answered, never>({
    name: 'authorise',
    from: ['authorising'],
    look: async () => ({ kind: 'absent' }),
    async call({ cardGateway, config }, payment) {
      const outcome = await cardGateway.authorise({
        paymentId: payment.id,
        mode: payment.mode,
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        card: attempt.card,
        paymentMethodId: attempt.paymentMethodId,
        confirmation: attempt.confirmation,
        isChallengeWanted:
          attempt.confirmation !== undefined && isLastMinuteOneWay(purchase.flights, config.LAST_MINUTE_MS),
        ...describePurchase(payment, purchase),
      });
      return outcome.kind === 'unknown' ? { kind: 'doubt', cause: outcome.cause } : { kind: 'done', outcome };
    },
    settleMs: ({ config }) => config.AUTHORISE_SETTLE_MS,
    absent: 'call',
    async doubt(deps, payment) {
      await releaseAttempt(deps, payment.attempt_id);
      return payment;
    },
    record: (deps, payment, outcome) =>
      recordOutcome(deps, payment, outcome, visitor).catch(async (error: unknown) => {
        // Another process has closed the payment without knowing of the authorisation, or of the challenge that leads to one.
        if (
          error instanceof LeaseLostError &&
          (outcome.kind === 'authorised' || outcome.kind === 'challenge')
        )
          await reopenForAuthorisation(deps, payment.mode, payment.id, outcome.intentId);
        throw error;
      }),
    refuse: async (_deps, _payment, reason) => reason,
    giveUp: openStuckCase,
  });
