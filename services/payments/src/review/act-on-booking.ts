import {
  cardStepMinor,
  formatMinor,
  parseMinor,
  type BodyOf,
  type ReviewAction,
  type actOnBooking as endpoint,
  type User,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { isNotLeased } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import { formatBookingReference } from '../bookings/booking-mail.ts';
import {
  getBooking,
  insertOutboxEvents,
  serialiseFailure,
  type Booking,
  type Transition,
} from '../bookings/booking.repository.ts';
import { findAcceptedCancellation, type Cancellation } from '../bookings/cancellation.repository.ts';
import { notConfirmedFailure } from '../bookings/find-order.step.ts';
import { payRefund } from '../bookings/pay-refunds.ts';
import {
  insertRefund,
  isDisputed,
  listRefunds,
  sumRefunds,
  type Refund,
} from '../bookings/refund.repository.ts';
import { declinedFailure } from '../bookings/risk-review.step.ts';
import { acceptQuote, getShownQuote } from '../cancellations/accept-quote.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import { mailKinds, type BookingState, type Database, type OutboxKind } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerCharge } from '../ledger/provider-ledger.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { canRefund, getLeftMinor, readRefundableCharge } from '../reconciliation/refundable-charge.ts';
import { decidedCaseKinds } from '../review-cases/case-decisions.ts';
import { correctBooking, readProvidedFacts, type ProvidedFacts } from './correct-booking.ts';
import { answerDispute } from './dispute-evidence.ts';
import {
  canCancelOrder,
  canCharge,
  canResend,
  canVoid,
  getRetryState,
  notPossible,
} from './possible-actions.ts';
import { getReviewedBooking } from './recorded-booking.ts';

type ActionRequest = BodyOf<typeof endpoint>;

/** More than a step makes before it is given up. */
const attemptsPerResumption = 100_000;

interface Actor {
  user: User;
  ipAddress: string;
}

const resumingActions: readonly ReviewAction[] = [
  ...(['accept', 'retry', 'charge', 'cancel', 'cancel_order', 'void'] as const),
];

/**
 * Does what support decided, once for each `actionId`: the action, its audit event and its effect are one commit. The effect is a
 * state from which the booking's steps go on, a mail in the outbox, or a refund that a job pays. Throws BOOKING_NOT_FOUND,
 * ACTION_NOT_POSSIBLE, PROVIDER_UNAVAILABLE, or what a cancellation by the traveller throws. (REVIEW-02)
 */
export async function actOnBooking(
  deps: Deps,
  bookingId: string,
  request: ActionRequest,
  { user, ipAddress }: Actor,
): Promise<void> {
  const { db } = deps;
  const booking = await getReviewedBooking(db, bookingId);
  const earlier = await db
    .selectFrom('booking_actions')
    .select('id')
    .where('id', '=', request.actionId)
    .executeTakeFirst();
  if (earlier) return;
  const { currency } = booking;
  const plan = await prepareAction(deps, booking, request, ipAddress);
  const { minor } = plan;
  let refund: Refund | undefined;
  const isNew = await db.transaction().execute(async (trx) => {
    // Actions on a booking wait for each other, so that each sees what the one before has left.
    await trx.selectFrom('bookings').select('id').where('id', '=', bookingId).forUpdate().execute();
    const inserted = await trx
      .insertInto('booking_actions')
      .values({
        id: request.actionId,
        booking_id: bookingId,
        action: request.action,
        text: toHistoryText(request, plan, currency),
        user_id: user.id,
        user_name: user.username,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    refund = await applyAction(deps, trx, await getBooking(trx, bookingId), request, user, plan);
    const amount: Record<string, string> =
      minor === undefined ? {} : { amount: formatMinor(minor, currency), currency };
    await insertAuditEvent(trx, {
      action: 'booking_reviewed',
      actor: 'user',
      user_id: user.id,
      subject: formatBookingReference(booking) || booking.id,
      details: { booking: booking.id, action: request.action, ...amount, reason: request.text ?? '' },
      ip_address: ipAddress,
    });
    return true;
  });
  if (!isNew) return;
  deps.log.info({ booking: bookingId, action: request.action }, 'action of support');
  if (resumingActions.includes(request.action)) deps.enqueue.booking(bookingId);
  if (refund) await payRefund(deps, refund);
}

/** What an action moves, with what the providers say of it. */
interface ActionPlan {
  minor?: number;
  /** Of a refund; undefined when nothing can be refunded. */
  charge?: LedgerCharge | undefined;
  /** Of a cancellation. */
  quote?: Cancellation;
  /** Of a correction. */
  provided?: ProvidedFacts;
}

/** Asks the providers before the transaction of an action, and throws what makes it impossible. */
async function prepareAction(
  deps: Deps,
  booking: Booking,
  request: ActionRequest,
  ipAddress: string,
): Promise<ActionPlan> {
  switch (request.action) {
    case 'void':
    case 'charge':
    case 'cancel_order':
      // What was charged by hand meanwhile is recorded first.
      await readRefundableCharge(deps, booking);
      if (request.action === 'void') await assertNoOrder(deps, booking);
      return {};
    case 'cancel': {
      const quote = await getShownQuote(deps, booking, request.quoteId, ipAddress);
      return { minor: quote.refund_minor, quote };
    }
    case 'refund': {
      const minor = parseAmount(request.amount, booking.currency, request.action);
      return { minor, charge: await readRefundableCharge(deps, booking) };
    }
    case 'correct':
      return { provided: await readProvidedFacts(deps, booking) };
    case 'evidence':
      await answerDispute(deps, booking.id);
      return {};
    case 'settle':
      return { minor: parseAmount(request.amount, booking.currency, request.action) };
    default:
      return {};
  }
}

/** Of a refund the amount is that of its row. */
function toHistoryText(request: ActionRequest, { minor }: ActionPlan, currency: string): string {
  if (request.action === 'resend') return request.mail;
  const hasAmount = minor !== undefined && request.action !== 'refund';
  const isAdvance = request.action === 'refund' && request.isAdvance;
  return [hasAmount && `${formatMinor(minor, currency)} ${currency}`, isAdvance && 'in advance', request.text]
    .filter(Boolean)
    .join(': ');
}

/**
 * In minor units. Throws VALIDATION_ERROR unless the amount is one of the currency and above 0 (what was settled may be 0), and what is
 * refunded is one that a card can be given.
 */
function parseAmount(amount: string | number, currency: string, action: ReviewAction): number {
  const minor = parseMinor(String(amount), currency);
  const isSettled = action === 'settle';
  if (minor === undefined || minor < (isSettled ? 0 : 1)) {
    const least = isSettled ? 'of 0 or more' : 'above 0';
    throw new AppError('VALIDATION_ERROR', { message: `Enter an amount in ${currency} ${least}.` });
  }
  const step = cardStepMinor(currency);
  if (action === 'refund' && minor % step !== 0)
    throw new AppError('VALIDATION_ERROR', {
      message: `Enter an amount in steps of ${formatMinor(step, currency)} ${currency}; cards take no smaller ones.`,
    });
  return minor;
}

/** An order that is not recorded yet must be found by a retry, not lose its payment. */
async function assertNoOrder({ flightProvider }: Deps, { mode, id, offer_id }: Booking): Promise<void> {
  const order = await flightProvider.findOrder(mode, id, offer_id).catch(throwUnavailable);
  if (order && !order.isCancelled)
    throw notPossible('The airline has an order for this booking. Retry, so that it is found and paid.');
}

/** Returns the refund that is due then. */
async function applyAction(
  deps: Deps,
  trx: Database,
  booking: Booking,
  request: ActionRequest,
  user: User,
  plan: ActionPlan,
): Promise<Refund | undefined> {
  const payment = await getPayment(trx, booking.payment_id);
  switch (request.action) {
    case 'accept':
      await resume(trx, booking, booking.state === 'risk_review' ? 'authorised' : undefined, user);
      return undefined;
    case 'retry': {
      const steps = await trx
        .selectFrom('booking_steps')
        .select('state')
        .where('booking_id', '=', booking.id)
        .orderBy('id')
        .execute();
      await resume(trx, booking, getRetryState(booking, steps, payment), user);
      return undefined;
    }
    case 'void':
      await resume(trx, booking, canVoid(booking, payment) ? 'voiding' : undefined, user);
      return undefined;
    case 'charge':
      await resume(trx, booking, canCharge(booking, payment) ? 'capturing' : undefined, user);
      return undefined;
    case 'cancel':
      await startCancellation(trx, booking, plan, user);
      return undefined;
    case 'cancel_order':
      await resume(trx, booking, canCancelOrder(booking, payment) ? 'releasing' : undefined, user, {
        ...{ accepts_penalty: true, was_pending: true },
        failure: serialiseFailure(notConfirmedFailure),
      });
      return undefined;
    case 'settle':
      await settle(trx, booking, payment, user);
      return undefined;
    case 'correct':
      if (plan.provided) await correctBooking(trx, { booking, payment }, plan.provided, user.username);
      return undefined;
    case 'refund':
      return addRefund(deps, trx, { booking, payment }, request, plan);
    case 'resend':
      await resendMail(trx, booking, request);
      return undefined;
    case 'evidence':
    case 'note':
      return undefined;
  }
}

/** Accepts the quote for the traveller, unless another process works on the booking. (REVIEW-02) */
async function startCancellation(
  trx: Database,
  booking: Booking,
  { quote }: ActionPlan,
  user: User,
): Promise<void> {
  const idle = await trx
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', booking.id)
    .where('state', '=', 'confirmed')
    .where(isNotLeased)
    .executeTakeFirst();
  if (!idle || !quote) throw notPossible();
  await acceptQuote(trx, booking, quote);
  await resume(trx, booking, 'cancelling', user);
}

/** Ends a booking that needs review by what was agreed elsewhere: with its order it stands, else it is cancelled. (LEDGER-05) */
async function settle(trx: Database, booking: Booking, payment: Payment, user: User): Promise<void> {
  if (booking.state !== 'needs_review') throw notPossible();
  const state = booking.order_id ? 'confirmed' : 'cancelled';
  await decide(trx, booking, state, user, { failure: null, order_plan: null });
  if (payment.state !== 'captured')
    await trx
      .updateTable('payments')
      .set({ state: 'settled', state_since: sql`now()` })
      .where('id', '=', payment.id)
      .execute();
  if (booking.order_id) await insertOutboxEvents(trx, booking.id, [{ kind: 'mail_confirmed' }]);
}

/** Puts the booking into a state from which its steps go on. */
async function resume(
  trx: Database,
  booking: Booking,
  state: ReturnType<typeof getRetryState>,
  user: User,
  patch: BookingPatch = {},
): Promise<void> {
  if (!state) throw notPossible();
  const failure = booking.state === 'risk_review' ? declinedFailure : notConfirmedFailure;
  await decide(trx, booking, state, user, {
    attempts: await nextAttemptNumber(trx, booking.id),
    ...{ next_attempt_at: sql`now()`, lease_token: null, lease_until: null },
    ...(state === 'voiding' ? { failure: serialiseFailure(failure), was_pending: true } : {}),
    ...patch,
  });
}

type BookingPatch = NonNullable<Transition['patch']>;

/** Puts a booking that waits for a person into another state, and closes its case. */
async function decide(
  trx: Database,
  { id }: Booking,
  state: BookingState,
  user: User,
  patch: BookingPatch,
): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({ ...patch, state, state_since: sql`now()` })
    .where('id', '=', id)
    .execute();
  await trx.insertInto('booking_steps').values({ booking_id: id, state }).execute();
  await trx
    .updateTable('review_cases')
    .set({ closed_at: sql`now()`, closed_by: user.username })
    .where('booking_id', '=', id)
    .where('kind', 'in', decidedCaseKinds)
    .where('closed_at', 'is', null)
    .execute();
}

/** Above those of earlier attempts: the number is in the key of a call to the card provider, which replays its 500 for a key. */
async function nextAttemptNumber(trx: Database, bookingId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('booking_actions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return attemptsPerResumption * Number(count);
}

async function addRefund(
  deps: Deps,
  trx: Database,
  { booking, payment }: { booking: Booking; payment: Payment },
  { actionId, isAdvance }: Extract<ActionRequest, { action: 'refund' }>,
  { minor = 0, charge }: ActionPlan,
): Promise<Refund> {
  const { payment_id, currency } = booking;
  if (isDisputed(payment))
    throw notPossible(
      'The cardholder disputes this payment, so nothing is refunded unless the dispute is won.',
    );
  const refunds = await listRefunds(trx, payment_id);
  const refundable = charge && canRefund(booking, payment) ? getLeftMinor(booking, charge, refunds) : 0;
  if (minor > refundable)
    throw notPossible(`At most ${formatMinor(refundable, currency)} ${currency} can be refunded.`);
  // In place of the cancellation's own refund where that one failed.
  const cancellation = await findAcceptedCancellation(trx, booking.id);
  const ofCancellation = refunds.filter(({ cancellation_id: id }) => id === cancellation?.id);
  const isRepaid = cancellation && sumRefunds(ofCancellation) < cancellation.refund_minor;
  return insertRefund(
    trx,
    deps,
    payment_id,
    { minor, currency },
    {
      action_id: actionId,
      cancellation_id: isRepaid ? cancellation.id : null,
      is_advance: isAdvance ?? false,
    },
  );
}

async function resendMail(
  trx: Database,
  booking: Booking,
  { actionId, mail }: Extract<ActionRequest, { action: 'resend' }>,
): Promise<void> {
  const latest = await trx
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('subject', '=', booking.id)
    .where('kind', '=', mail as OutboxKind)
    .where('kind', 'in', mailKinds)
    .where('done_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!latest) throw notPossible('This mail has not been sent yet.');
  if (!canResend(mail, booking)) throw notPossible('No person is looking at this booking any more.');
  await trx
    .updateTable('outbox')
    .set({
      ...{ done_at: null, attempts: 0, next_attempt_at: sql`now()` },
      payload: JSON.stringify({ ...latest.payload, actionId }),
    })
    .where('id', '=', latest.id)
    .execute();
}
