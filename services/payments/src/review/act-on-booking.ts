import {
  cardStepMinor,
  currencyDigits,
  formatMinor,
  parseMinor,
  type BodyOf,
  type ReviewAction,
  type actOnBooking as endpoint,
  type User,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import { getBooking, serialiseFailure, type Booking } from '../bookings/booking.repository.ts';
import { getChange, type Cancellation, type StoredChange } from '../amendments/amendment.repository.ts';
import { notConfirmedFailure } from '../bookings/place-order.step.ts';
import { payRefund } from '../refunds/pay-refunds.ts';
import type { Refund } from '../refunds/refund.repository.ts';
import { getShownQuote } from '../cancellations/accept-quote.ts';
import { getPayment } from '../cards/payment.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { readRefundableCharges, type PaidCharge } from '../reconciliation/refundable-charge.ts';
import { acceptAirlineChange } from '../airline-changes/accept-airline-change.ts';
import { addRefund } from './add-refund.ts';
import { getShownChange, offerChange, summariseChange } from './change-for-caller.ts';
import { correctBooking, readProvidedFacts, type ProvidedFacts } from './correct-booking.ts';
import { resume, settle, startCancellation, startChange } from './decide-booking.ts';
import { decideChange, stopAsking } from './decide-change.ts';
import { answerDispute } from './dispute-evidence.ts';
import { canCancelOrder, canCharge, canVoid, getRetryState, notPossible } from './possible-actions.ts';
import { getReviewedBooking } from './recorded-booking.ts';
import { resendMail } from './resend-mail.ts';
import { changeContact, writeToTraveller } from './write-to-traveller.ts';

type ActionRequest = BodyOf<typeof endpoint>;

interface Actor {
  user: User;
  ipAddress: string;
}

const resumingActions: readonly ReviewAction[] = [
  ...(['accept', 'retry', 'charge', 'cancel', 'cancel_order', 'void', 'change'] as const),
  ...(['waive', 'settle', 'stop'] as const),
];

/**
 * Does what support decided, once for each `actionId`: the action, its audit event and its effect are one commit. The effect is a
 * state from which the booking's steps go on, a mail in the outbox, or a refund that a job pays. Throws BOOKING_NOT_FOUND,
 * IDEMPOTENCY_KEY_REUSED, ACTION_NOT_POSSIBLE, PROVIDER_UNAVAILABLE, or what a cancellation by the traveller throws. (REVIEW-02)
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
    .select(['booking_id', 'action'])
    .where('id', '=', request.actionId)
    .executeTakeFirst();
  if (earlier?.booking_id === bookingId && earlier.action === request.action) return;
  if (earlier) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  const { currency } = booking;
  const plan = await prepareAction(deps, booking, request, { user, ipAddress });
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
        text: toHistoryText(request, plan, booking),
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
      details: {
        booking: booking.id,
        action: request.action,
        ...amount,
        ...(plan.change && toAuditedChange(plan.change)),
        ...(request.action === 'contact' && {
          email: { from: booking.contact_email, to: request.email },
        }),
        reason: request.text ?? '',
      },
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
  /** What a refund is taken from; empty when nothing can be refunded. */
  charges?: readonly PaidCharge[];
  quote?: Cancellation;
  change?: StoredChange;
  provided?: ProvidedFacts;
}

/** Asks the providers before the transaction of an action, and throws what makes it impossible. */
async function prepareAction(
  deps: Deps,
  booking: Booking,
  request: ActionRequest,
  { user: { username }, ipAddress }: Actor,
): Promise<ActionPlan> {
  switch (request.action) {
    case 'void':
    case 'charge':
    case 'cancel_order':
      if (request.action === 'charge' && request.changeId)
        return { change: await getChange(deps.db, booking, request.changeId) };
      // What was charged by hand meanwhile is recorded first.
      await readRefundableCharges(deps, booking);
      if (request.action === 'void') await assertNoOrder(deps, booking);
      return {};
    case 'cancel': {
      const quote = await getShownQuote(deps, booking, request.quoteId, ipAddress);
      return { minor: quote.refund_minor, quote };
    }
    case 'refund': {
      const minor = parseAmount(request.amount, booking.currency, request.action);
      return { minor, charges: await readRefundableCharges(deps, booking) };
    }
    case 'correct':
      return { provided: await readProvidedFacts(deps, booking) };
    case 'evidence':
      await answerDispute(deps, booking.id);
      return {};
    case 'accept_change':
      await acceptAirlineChange(deps, booking, request.changeId, username);
      return {};
    case 'change':
    case 'offer_change':
      return { change: await getShownChange(deps, booking, request) };
    case 'waive':
      return { change: await getChange(deps.db, booking, request.changeId) };
    case 'settle':
      return {
        minor: parseAmount(request.amount, booking.currency, request.action),
        ...(request.changeId && { change: await getChange(deps.db, booking, request.changeId) }),
      };
    default:
      return {};
  }
}

const toAuditedChange = ({ id, currency, ...change }: StoredChange): Record<string, string> => ({
  change: id,
  charge: formatMinor(change.charge_minor, currency),
  refund: formatMinor(change.refund_minor, currency),
  credit: formatMinor(change.credit_minor, currency),
  currency,
});

/** The amount of a refund is left out, because its row has it. */
function toHistoryText(
  request: ActionRequest,
  { minor, change }: ActionPlan,
  { currency, contact_email }: Booking,
): string {
  if (request.action === 'resend') return request.mail;
  if (request.action === 'contact') return `${contact_email} → ${request.email}: ${request.text}`;
  const hasAmount = minor !== undefined && request.action !== 'refund';
  const isAdvance = request.action === 'refund' && request.isAdvance;
  return [
    change && summariseChange(change),
    hasAmount && `${formatMinor(minor, currency)} ${currency}`,
    isAdvance && 'in advance',
    request.text,
  ]
    .filter(Boolean)
    .join(': ');
}

/**
 * The amount in minor units. Throws VALIDATION_ERROR unless it is one of the currency and above 0 (a settled one may be 0), or when a
 * card cannot be given it as a refund.
 */
function parseAmount(amount: string | number, currency: string, action: ReviewAction): number {
  const minor = parseMinor(String(amount), currency);
  const isSettled = action === 'settle';
  if (minor === undefined || minor < (isSettled ? 0 : 1)) {
    const least = isSettled ? 'of 0 or more' : 'above 0';
    const digits = currencyDigits(currency);
    const most = digits === 0 ? 'without decimals' : `with at most ${digits} decimals`;
    const limit = minor === undefined && Number(amount) > 0 ? most : least;
    throw new AppError('VALIDATION_ERROR', { message: `Enter an amount in ${currency} ${limit}.` });
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
      if (request.changeId) {
        await decideChange(trx, booking, request.changeId, { action: 'charge' }, user);
        return undefined;
      }
      await resume(trx, booking, canCharge(booking, payment) ? 'capturing' : undefined, user);
      return undefined;
    case 'cancel':
      await startCancellation(trx, booking, plan.quote, user);
      return undefined;
    case 'cancel_order':
      await resume(trx, booking, canCancelOrder(booking, payment) ? 'releasing' : undefined, user, {
        ...{ accepts_penalty: true, was_pending: true },
        failure: serialiseFailure(notConfirmedFailure),
      });
      return undefined;
    case 'settle':
      if (request.changeId) {
        const decision = { action: 'settle', minor: plan.minor ?? 0 } as const;
        await decideChange(trx, booking, request.changeId, decision, user);
      } else await settle(trx, booking, payment, user);
      return undefined;
    case 'waive':
      await decideChange(trx, booking, request.changeId, { action: 'waive' }, user);
      return undefined;
    case 'stop':
      await stopAsking(trx, booking);
      return undefined;
    case 'correct':
      if (plan.provided) await correctBooking(trx, { booking, payment }, plan.provided, user.username);
      return undefined;
    case 'refund':
      return addRefund(deps, trx, booking, request, plan);
    case 'resend':
      await resendMail(trx, booking, request);
      return undefined;
    case 'write':
      await writeToTraveller(trx, booking, request);
      return undefined;
    case 'change':
      if (plan.change) await startChange(trx, booking, plan.change);
      return undefined;
    case 'offer_change':
      if (plan.change) await offerChange(trx, booking, plan.change);
      return undefined;
    case 'contact':
      await changeContact(trx, booking, request, user);
      return undefined;
    case 'accept_change':
    case 'evidence':
    case 'note':
      return undefined;
  }
}
