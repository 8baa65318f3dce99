import type { ReviewCase } from '@fareline/contracts';
import { bookedStates, cancelledStates, type Booking } from '../bookings/booking.repository.ts';
import { findAcceptedCancellation } from '../amendments/amendment.repository.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import type { BookingState, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { listBookingRefunds } from '../refunds/refund.repository.ts';
import type { FindingKind } from '../reconciliation/compare-ledger.ts';
import { closeFindings } from './close-case.ts';
import { joinChanges, readProvidedBooking, type ProvidedBooking } from './join-changes.ts';
import { notPossible } from './not-possible.ts';

/** What an edited or lost value of a row is found as, where both providers have the booking. */
const correctableKinds: readonly FindingKind[] = [
  ...(['payment_state', 'intent_id', 'capture_amount'] as const),
  ...(['booking_state', 'order_id', 'order_amount'] as const),
  // It was changed before, which the tables have lost: any other one has ended its booking.
  'order_cancelled',
  // A charge that names the booking is for a change of it.
  'payment_unknown',
];
/** The daily close may have found the same differences. */
const correctableSubjects = [
  ...correctableKinds,
  ...['daily_close:captured', 'daily_close:ordered', 'daily_close:refunded'],
];
/** It is corrected only where the booking counts as cancelled: beside its own order a confirmed one may have another. */
const standingOrder: FindingKind = 'order_without_booking';

/** States of which an edit or a loss is corrected; in any other the booking's own actions lead on. */
const correctableStates: readonly BookingState[] = [...bookedStates, 'voided', ...cancelledStates];

const listSubjects = ({ state }: Pick<Booking, 'state'>) =>
  bookedStates.includes(state) ? correctableSubjects : [...correctableSubjects, standingOrder];

/** Whether an open case says that the row of a booking differs from what both providers have. (LEDGER-05) */
export const isCorrectable = (
  { state }: Pick<Booking, 'state'>,
  cases: readonly Pick<ReviewCase, 'closedAt' | 'subject'>[],
): boolean =>
  correctableStates.includes(state) &&
  cases.some(
    ({ closedAt, subject }) =>
      closedAt === null && listSubjects({ state }).some((prefix) => subject.startsWith(`${prefix}:`)),
  );

export const notCorrectable =
  'Only a booking whose card is charged, and whose order stands or is cancelled as recorded, can be corrected.';

/**
 * Reads the order and the charge of a booking by what the providers were told of it, not by ids of the row. Throws ACTION_NOT_POSSIBLE
 * unless there is an order and its card is charged, or PROVIDER_UNAVAILABLE. (LEDGER-04)
 */
export async function readProvidedFacts(deps: Deps, booking: Booking): Promise<ProvidedBooking> {
  const { db, cardGateway, flightProvider } = deps;
  const { mode, id, offer_id, payment_id } = booking;
  const { created_at } = await getPayment(db, payment_id);
  const [charge, order] = await Promise.all([
    cardGateway
      .findIntent(mode, payment_id, created_at)
      .then((intent) => (intent?.kind === 'captured' ? cardGateway.readCharge(mode, intent.intentId) : null)),
    flightProvider.findOrder(mode, id, offer_id),
  ]).catch(throwUnavailable);
  if (!charge || !order) throw notPossible(notCorrectable);
  return readProvidedBooking(deps, booking, order.id, charge);
}

/** Writes what both providers say into booking, payment and changes, and closes the cases that were about it. (LEDGER-16) */
export async function correctBooking(
  trx: Database,
  { booking, payment }: { booking: Booking; payment: Payment },
  provided: ProvidedBooking,
  closedBy: string,
): Promise<void> {
  const { order, others } = provided;
  const { intent } = provided.own;
  const { receivedMinor, currency } = intent;
  // With a cancelled order only charge and amounts are corrected: the booking has ended as it should, but a refund may be due.
  const isEnded = order.isCancelled && cancelledStates.includes(booking.state);
  const isOpen = bookedStates.includes(booking.state) || !order.isCancelled;
  // One that was cancelled with a quote is no edit.
  if (!isEnded && (!isOpen || (await findAcceptedCancellation(trx, booking.id))))
    throw notPossible(notCorrectable);
  const stands = booking.state === 'completed' ? booking.state : 'confirmed';
  // Its step ends it with what comes back.
  const open = order.isCancelled ? 'cancelling' : stands;
  const corrected = await joinChanges(trx, booking, provided);
  await trx
    .updateTable('payments')
    .set({ state: 'captured', intent_id: intent.id, amount_minor: receivedMinor, currency })
    .where('id', '=', payment.id)
    .execute();
  await trx
    .updateTable('bookings')
    .set({ ...corrected, state: isEnded ? booking.state : open, failure: null })
    .where('id', '=', booking.id)
    .execute();
  // The daily close counts order and capture on the day of their steps, which a booking that failed has not had.
  const had = await trx
    .selectFrom('booking_steps')
    .select('state')
    .where('booking_id', '=', booking.id)
    .execute();
  for (const step of ['ordered', 'confirmed'] as const)
    if (!had.some((row) => row.state === step))
      await trx.insertInto('booking_steps').values({ booking_id: booking.id, state: step }).execute();
  const refunds = await listBookingRefunds(trx, booking.id);
  const ids = [
    ...[booking.id, booking.order_id, order.id],
    ...[payment.id, payment.intent_id, intent.id],
    ...others.map((charge) => charge.intent.id),
    ...refunds.map(({ provider_id }) => provider_id),
  ].filter((id) => id !== null);
  const subjects = listSubjects(booking).flatMap((prefix) => ids.map((id) => `${prefix}:${id}`));
  await closeFindings(trx, subjects, closedBy);
}
