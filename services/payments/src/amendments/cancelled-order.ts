import { randomUUID } from 'node:crypto';
import type { Mode } from '@fareline/contracts';
import { formatPriceWithCode } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import { getPayment } from '../cards/payment.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { PlacedOrder } from '../duffel/flight-provider.ts';
import type { LedgerCharge } from '../ledger/provider-ledger.ts';
import { toHandRefundSubject } from '../review-cases/case-decisions.ts';
import { openBookingCase, openReviewCase } from '../review-cases/review-case.repository.ts';
import { sumChanges } from './amendment.repository.ts';
import { leaseBooking, releaseLease } from '../bookings/booking-lease.repository.ts';
import {
  bookedStates,
  cancelledStates,
  insertSentMail,
  transitionBooking,
  type Booking,
} from '../bookings/booking.repository.ts';
import { calculateRefund, deductReturned } from '../refunds/calculate-refund.ts';
import { insertRefunds } from '../refunds/insert-refunds.ts';
import {
  listPaidPayments,
  sumAdvances,
  sumLeft,
  sumLost,
  type PaidPayment,
} from '../refunds/paid-payments.ts';
import { payRefund } from '../refunds/pay-refunds.ts';
import { recordProviderRefund } from '../refunds/record-refund.ts';
import { isOfChange, listBookingRefunds, sumRefunds, type Refund } from '../refunds/refund.repository.ts';

/** Ends a leased booking, tells the traveller and opens the case in which a person pays back what they are owed. */
const endAsCancelledByAirline = (
  deps: Deps,
  booking: Booking,
  inTransaction?: (trx: Database) => Promise<void>,
): Promise<Booking> =>
  transitionBooking(deps, booking, 'cancelled_by_airline', {
    inTransaction: async (trx) => {
      await inTransaction?.(trx);
      await openBookingCase(trx, booking, {
        ...{ kind: 'airline_change', subject: booking.order_id ?? booking.id },
        summary: 'The airline has cancelled the flights of a booking. Refund what the traveller is owed.',
      });
    },
    outboxEvents: [{ kind: 'mail_airline_cancelled' }],
  });

/** What the provider's cancellation of an order gives back of its charges. */
interface MadeCancellation {
  providerId: string;
  charges: LedgerCharge[];
  currency: string;
  refundMinor: number;
  /** What changes have taken off what they gave back, of what was paid in advance. */
  usedAdvanceMinor: number;
}

/** Undefined unless the order was cancelled through our account, for money; an airline's cancellation is none of ours. */
async function readMadeCancellation(
  deps: Deps,
  { id, mode, payment_id }: Booking,
  { amount, currency: orderCurrency, cancellation }: PlacedOrder,
): Promise<MadeCancellation | undefined> {
  if (!cancellation?.isConfirmed) return undefined;
  const { state, intent_id } = await getPayment(deps.db, payment_id);
  // A person decides what comes back of a payment that was settled by hand.
  if (state !== 'captured' || !intent_id) return undefined;
  const paid = (await listPaidPayments(deps.db, id)).filter((payment) => payment.state === 'captured');
  const charges: LedgerCharge[] = [];
  for (const payment of paid)
    if (payment.intent_id) charges.push(await deps.cardGateway.readCharge(mode, payment.intent_id));
  const currency = charges[0]?.intent.currency ?? orderCurrency;
  const received = charges.reduce((sum, { intent }) => sum + intent.receivedMinor, 0);
  const { refundAmount, refundCurrency } = cancellation;
  const { returned, advance } = await sumChanges(deps.db, { id });
  const refundMinor = calculateRefund(
    { minor: received - returned, currency },
    { refundAmount, refundCurrency, orderAmount: amount, orderCurrency },
  );
  return refundMinor === undefined
    ? undefined
    : { providerId: cancellation.id, charges, currency, refundMinor, usedAdvanceMinor: advance };
}

/** Stores the cancellation as accepted: what a traveller has agreed to, where a dump still has it, else what the airline gives back now. */
async function insertCancellation(
  trx: Database,
  { id: bookingId }: Booking,
  { providerId, currency, refundMinor, usedAdvanceMinor }: MadeCancellation,
  payments: readonly PaidPayment[],
  repaidMinor: number,
) {
  const ended = { state: 'done', agreed_at: sql<Date>`now()`, done_at: sql<Date>`now()` } as const;
  const amounts = deductReturned(refundMinor, {
    lostMinor: sumLost(payments),
    advanceMinor: sumAdvances(payments, usedAdvanceMinor),
    leftMinor: sumLeft(payments) + repaidMinor,
  });
  const unlessAgreed = (column: keyof typeof amounts) =>
    sql<number>`case when state = 'quoted' then ${amounts[column]} else ${sql.ref(column)} end`;
  const quote = await trx
    .updateTable('amendments')
    .set({
      ...ended,
      refund_minor: unlessAgreed('refund_minor'),
      advance_minor: unlessAgreed('advance_minor'),
    })
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'cancellation')
    .where('provider_id', '=', providerId)
    .returningAll()
    .executeTakeFirst();
  return (
    quote ??
    trx
      .insertInto('amendments')
      .values({
        ...{
          id: randomUUID(),
          booking_id: bookingId,
          kind: 'cancellation',
          provider_id: providerId,
          ...ended,
        },
        ...{ ...amounts, currency },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** The refunds by hand that a person has let stand besides what a cancellation gives back. */
async function listGoodwill(db: Database, refunds: readonly Refund[]): Promise<Set<string>> {
  const closed = await db
    .selectFrom('review_cases')
    .select('subject')
    .where('kind', '=', 'reconciliation')
    .where('subject', 'in', ['', ...refunds.map(({ provider_id }) => toHandRefundSubject(provider_id ?? ''))])
    .where('closed_at', 'is not', null)
    .execute();
  const subjects = new Set(closed.map(({ subject }) => subject));
  return new Set(
    refunds
      .filter(({ provider_id }) => subjects.has(toHandRefundSubject(provider_id ?? '')))
      .map(({ id }) => id),
  );
}

/**
 * Ends a leased booking with a cancellation that the tables have lost. What the card provider has refunded for no other reason was for
 * it; the rest is due now. (LEDGER-07)
 */
async function endAsCancelled(
  deps: Deps,
  booking: Booking,
  made: MadeCancellation,
  inTransaction?: (trx: Database) => Promise<void>,
): Promise<Booking> {
  const provided = made.charges.flatMap(({ refunds }) => refunds);
  for (const refund of provided) await recordProviderRefund(deps, booking.mode, refund);
  const before = await listBookingRefunds(deps.db, booking.id);
  const goodwill = await listGoodwill(deps.db, before);
  // An advance is taken off what is owed already.
  const isOfCancellation = (refund: Refund) =>
    refund.action_id === null && !refund.is_advance && !isOfChange(refund) && !goodwill.has(refund.id);
  // The mail about a refund of ours was sent with it.
  const ids = new Set<string | null>(provided.map(({ refundId }) => refundId));
  const told = before.find((refund) => isOfCancellation(refund) && ids.has(refund.id));
  let due: Refund[] = [];
  const cancelled = await transitionBooking(deps, booking, 'cancelled', {
    inTransaction: async (trx) => {
      await inTransaction?.(trx);
      const payments = await listPaidPayments(trx, booking.id);
      const repaid = payments.flatMap(({ refunds }) => refunds.filter(isOfCancellation));
      const repaidMinor = sumRefunds(repaid);
      const { id, refund_minor } = await insertCancellation(trx, booking, made, payments, repaidMinor);
      await trx
        .updateTable('refunds')
        .set({ cancellation_id: id })
        .where('id', 'in', [id, ...repaid.map((refund) => refund.id)])
        .execute();
      if (told?.made_at) await insertSentMail(trx, booking.id, 'mail_cancelled', told.made_at);
      const owed = { minor: refund_minor - repaidMinor, currency: made.currency };
      if (owed.minor > 0) due = await insertRefunds(trx, deps, booking, owed, { cancellation_id: id });
    },
    outboxEvents: told ? [] : [{ kind: 'mail_cancelled' }],
  });
  for (const refund of due) if (refund.state === 'due') await payRefund(deps, refund);
  return cancelled;
}

/** Leaves a booking as booked until a person has joined the changes that it lacks, without which nothing is known of what comes back. */
async function leaveToPerson(
  deps: Deps,
  booking: Booking,
  order: PlacedOrder,
  inTransaction?: (trx: Database) => Promise<void>,
): Promise<Booking> {
  const { id: bookingId, mode, payment_id: paymentId, provider_amount } = booking;
  const open = (trx: Database) =>
    openReviewCase(
      trx,
      {
        ...{ kind: 'reconciliation', subject: `order_cancelled:${order.id}`, mode, bookingId, paymentId },
        summary: `The order of a booking is cancelled and costs ${formatPriceWithCode(order.amount, order.currency)} at the airline, ${formatPriceWithCode(provider_amount, booking.provider_currency)} in our tables, which may have lost a change. Correct the booking, so that it ends with what comes back.`,
      },
      { reopens: false },
    );
  if (bookedStates.includes(booking.state)) {
    await open(deps.db);
    return booking;
  }
  return transitionBooking(deps, booking, 'confirmed', {
    async inTransaction(trx) {
      await inTransaction?.(trx);
      await open(trx);
    },
  });
}

/** Ends a leased booking whose order is cancelled, though by no step of it, unless its tables have lost a change. */
export async function endLeasedWithOrder(
  deps: Deps,
  booking: Booking,
  order: PlacedOrder,
  inTransaction?: (trx: Database) => Promise<void>,
): Promise<Booking> {
  const made = await readMadeCancellation(deps, booking, order);
  if (made && order.amount !== booking.provider_amount)
    return leaveToPerson(deps, booking, order, inTransaction);
  if (made) return endAsCancelled(deps, booking, made, inTransaction);
  return endAsCancelledByAirline(deps, booking, inTransaction);
}

/**
 * Ends a booking whose order is cancelled, though by no step of it, once: with what comes back where the order was cancelled through our
 * account, as after a restored dump, else as cancelled by the airline. Does nothing unless the order is cancelled now. Returns whether
 * the booking has ended, also earlier or by another process. (LEDGER-02, LEDGER-07)
 */
export async function endWithCancelledOrder(deps: Deps, mode: Mode, orderId: string): Promise<boolean> {
  const booking = await deps.db
    .selectFrom('bookings')
    .select(['id', 'state'])
    .where('mode', '=', mode)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (booking && cancelledStates.includes(booking.state)) return true;
  if (!booking || !bookedStates.includes(booking.state)) return false;
  const order = await deps.flightProvider.getOrder(mode, orderId);
  if (!order.isCancelled) return false;
  const leased = await leaseBooking(deps, booking.id, booking.state);
  // Another process ends it now.
  if (!leased) return true;
  const ended = await endLeasedWithOrder(deps, leased, order);
  await releaseLease(deps, ended);
  return cancelledStates.includes(ended.state);
}
