import { randomUUID } from 'node:crypto';
import type { CardDetails, ErrorCode, SeatSelection } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { Context } from '../context.ts';
import { fromNow, newLease } from '../db/leases.ts';
import { currentRequestId } from '../request-of.ts';
import type { AuthoriseOutcome } from '../stripe/stripe-door.ts';
import { checkAttempts, noteDecline } from './attempt-limits.ts';
import { failureOf } from './payment-answer.ts';
import { movePayment, type Payment } from './payment-rows.ts';
import { assertAgreed, livePrice, seatKey, type PricedOffer } from './quote.ts';
import { enqueuePayment } from './settle-payment.job.ts';
import { voidPayment } from './settle-payment.ts';
import { assertUnused } from './used-offer.ts';
import type { Visitor } from './visitor.ts';

export interface CardAttempt {
  offerId: string;
  seats: SeatSelection[];
  amount: string;
  currency: string;
  card: CardDetails | undefined;
  paymentMethodId: string | undefined;
  brand: string;
  visitor: Visitor;
  /** Row of the idempotency key, which then knows the payment. */
  keyId: string;
}

/** The SDK tries three times in all. */
const stripeCalls = 3;

async function recordAttempt(context: Context, attempt: CardAttempt, quote: PricedOffer): Promise<Payment> {
  const { db, config, killPoint } = context;
  killPoint('before:payment:authorising');
  const payment = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('payments')
      .values({
        id: randomUUID(),
        mode: quote.mode,
        brand: attempt.brand,
        requested_offer_id: attempt.offerId,
        offer_id: quote.offer.id,
        offer_request_id: quote.offer_request_id,
        seats: seatKey(attempt.seats),
        amount_minor: quote.amountMinor,
        currency: quote.currency,
        state: 'authorising',
        request_id: currentRequestId(),
        lease_token: newLease(),
        lease_until: fromNow(config.STRIPE_TIMEOUT_MS * stripeCalls + config.LEASE_MARGIN_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('idempotency_keys')
      .set({ payment_id: row.id })
      .where('id', '=', attempt.keyId)
      .execute();
    return row;
  });
  killPoint('after:payment:authorising');
  return payment;
}

const refuse = (context: Context, payment: Payment, code: ErrorCode, message?: string) =>
  movePayment(context, payment, 'declined', {
    lease_until: null,
    failure_code: code,
    failure_message: message ?? null,
  });

async function recordOutcome(
  context: Context,
  payment: Payment,
  outcome: AuthoriseOutcome,
  session: string,
): Promise<Payment> {
  switch (outcome.kind) {
    case 'authorised': {
      const authorised = await movePayment(context, payment, 'authorised', {
        lease_until: null,
        intent_id: outcome.intentId,
        card_brand: outcome.card.brand,
        card_last4: outcome.card.last4,
      });
      enqueuePayment(context, payment.id, context.config.UNUSED_HOLD_MS);
      return authorised;
    }
    case 'declined':
      await noteDecline(context, session);
      return movePayment(context, payment, 'declined', {
        lease_until: null,
        intent_id: outcome.intentId,
        card_brand: outcome.card?.brand ?? null,
        card_last4: outcome.card?.last4 ?? null,
        failure_code: 'PAYMENT_FAILED',
        failure_message: outcome.message,
      });
    case 'challenge': {
      await noteDecline(context, session);
      const voiding = await movePayment(context, payment, 'voiding', {
        lease_until: null,
        intent_id: outcome.intentId,
        failure_code: 'CARD_CHALLENGE_REQUIRED',
      });
      return voidPayment(context, voiding).catch((error: Error) => {
        context.log.warn({ err: error.message, payment: payment.id }, 'hold not released yet');
        enqueuePayment(context, payment.id);
        return voiding;
      });
    }
    case 'number_refused':
      return refuse(context, payment, 'CARD_NUMBER_REFUSED');
    case 'unavailable':
      context.log.warn({ err: outcome.cause, payment: payment.id }, 'card provider not available');
      return refuse(context, payment, 'PAYMENT_UNAVAILABLE');
    case 'unknown':
      context.log.warn({ err: outcome.cause, payment: payment.id }, 'card call without a clear answer');
      await context.db
        .updateTable('payments')
        .set({ lease_until: null, next_attempt_at: fromNow(context.config.RETRY_BASE_MS) })
        .where('id', '=', payment.id)
        .where('state', '=', 'authorising')
        .execute();
      enqueuePayment(context, payment.id, context.config.RETRY_BASE_MS);
      throw new AppError('PAYMENT_UNAVAILABLE', { cause: outcome.cause });
  }
}

/**
 * Holds the price of an offer on a card. Answers with the authorised payment; everything else is an AppError, and then
 * nothing stays held. The card's number and code go to the card provider and nowhere else. (D2, D3, D5, D34)
 */
export async function authoriseCard(context: Context, attempt: CardAttempt): Promise<Payment> {
  await checkAttempts(context, attempt.visitor.session, attempt.visitor.address);
  const quote = await livePrice(context, attempt.offerId, attempt.seats, attempt.brand);
  assertAgreed(quote, attempt);
  await assertUnused(context, quote);
  const payment = await recordAttempt(context, attempt, quote);
  context.killPoint('before:call:authorise');
  const outcome = await context.stripe.authorise({
    paymentId: payment.id,
    mode: payment.mode,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    card: attempt.card,
    paymentMethodId: attempt.paymentMethodId,
    metadata: { offer_id: payment.offer_id, brand: payment.brand, mode: payment.mode },
  });
  context.killPoint('after:call:authorise');
  const settled = await recordOutcome(context, payment, outcome, attempt.visitor.session);
  if (settled.state !== 'authorised') throw failureOf(settled);
  return settled;
}
