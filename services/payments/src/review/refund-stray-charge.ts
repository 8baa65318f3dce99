import { formatMinor } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { selectChanges } from '../amendments/amendment.repository.ts';
import { bookedStates } from '../bookings/booking.repository.ts';
import { recordProviderRefund } from '../refunds/record-refund.ts';
import { sumRefunds } from '../refunds/refund.repository.ts';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerIntent } from '../ledger/provider-ledger.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { findStrayIntent } from '../review-cases/case-decisions.ts';
import { getCase, lockCase, type StoredCase } from '../review-cases/review-case.repository.ts';
import { closeCase, type Decision } from './close-case.ts';
import { notPossible } from './not-possible.ts';

/** A 500 is replayed for its key, so each further call has another. */
const maxCalls = 3;

/**
 * Pays back what is left of a charge that is for no booking, and closes its case, once: the refund has the id of the case. Throws
 * CASE_NOT_FOUND, ACTION_NOT_POSSIBLE when the charge is for something, or PROVIDER_UNAVAILABLE. (LEDGER-05)
 */
export async function refundStrayCharge(deps: Deps, caseId: string, decision: Decision): Promise<void> {
  const row = await getCase(deps.db, caseId);
  if (row.closed_at) return;
  const intentId = findStrayIntent(row);
  if (intentId === undefined) throw notPossible('Only a charge that is for no booking can be refunded here.');
  const refund = await payBack(deps, row, intentId);
  await recordProviderRefund(deps, row.mode, refund);
  const { minor, currency } = refund;
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockCase(trx, caseId);
    const details = { amount: formatMinor(minor, currency), currency, refund: refund.id };
    if (!locked.closed_at) await closeCase(trx, locked, decision, details);
  });
  deps.log.info({ case: caseId, refund: refund.id }, 'charge of no booking refunded');
}

async function payBack(deps: Deps, { id, mode }: StoredCase, intentId: string) {
  const { cardGateway } = deps;
  for (let call = 0; call < maxCalls; call += 1) {
    const { intent, refunds } = await cardGateway.readCharge(mode, intentId).catch(throwUnavailable);
    const earlier = refunds.find(({ refundId }) => refundId === id);
    if (earlier?.state === 'failed')
      throw notPossible('The card provider could not pay this refund. Refund the charge there.');
    if (earlier) return earlier;
    const lostMinor = await assertStray(deps, mode, intent);
    const refundedMinor = sumRefunds(refunds.map(({ state, minor }) => ({ state, amount_minor: minor })));
    const leftMinor = intent.receivedMinor - refundedMinor - lostMinor;
    if (intent.state !== 'captured' || leftMinor <= 0) throw notPossible('Nothing is left of this charge.');
    const left = { minor: leftMinor, currency: intent.currency };
    const outcome = await cardGateway
      .refund(mode, { refund_id: id, case_id: id }, intentId, left, call)
      .catch(throwUnavailable);
    if (outcome.kind === 'refunded') return outcome.refund;
    if (outcome.kind === 'exceeds')
      throw notPossible('Less is left of this charge by now. Please try again.');
  }
  throw new AppError('PROVIDER_UNAVAILABLE');
}

/** States in which nothing was booked with the charge and no step or person works on it. */
const endedStates: readonly BookingState[] = ['voided'];

/** A charge for a change may be lost in the tables together with the change: then the airline has another price, or more changes. (LEDGER-16) */
async function assertExplained(
  { db, flightProvider }: Deps,
  mode: StoredCase['mode'],
  bookingId: string,
): Promise<void> {
  const booking = isUuid(bookingId)
    ? await db
        .selectFrom('bookings')
        .select(['order_id', 'provider_amount'])
        .where('id', '=', bookingId)
        .executeTakeFirst()
    : undefined;
  if (!booking)
    throw notPossible('The charge names a booking that is in none of our tables: join that first.');
  if (!booking.order_id) return;
  const { amount, changeCount } = await flightProvider
    .getBookedOrder(mode, booking.order_id)
    .catch(throwUnavailable);
  const made = await selectChanges(db)
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'flights')
    .where('made_at', 'is not', null)
    .execute();
  if (amount === booking.provider_amount && changeCount <= made.length) return;
  throw notPossible(
    `The charge names a booking whose order costs ${amount} after ${changeCount} changes at the airline, and ${booking.provider_amount} after ${made.length} in our tables: correct the booking first.`,
  );
}

/** Both providers are read, because the charge may be for an order that is in no table. Returns what lost disputes have taken of it. */
async function assertStray(deps: Deps, mode: StoredCase['mode'], intent: LedgerIntent): Promise<number> {
  const { db, cardGateway, flightProvider, config } = deps;
  const { createdAt } = intent;
  // An order is made while its authorisation lasts.
  const until = new Date(createdAt.getTime() + config.RECONCILE_PERIOD_MS);
  const [disputes, orders] = await Promise.all([
    cardGateway.listDisputes(mode, intent.id),
    flightProvider.listOrders(mode, createdAt, until),
  ]).catch(throwUnavailable);
  if (disputes.some(({ state }) => state === 'open'))
    throw notPossible('The cardholder disputes this charge, so nothing is refunded until that is decided.');
  const lostMinor = disputes.reduce((sum, { state, minor }) => sum + (state === 'lost' ? minor : 0), 0);
  const { paymentId } = intent;
  const booking =
    paymentId && isUuid(paymentId)
      ? await db
          .selectFrom('payments')
          .innerJoin('bookings', 'bookings.payment_id', 'payments.id')
          .select(['bookings.state', 'payments.state as payment_state', 'intent_id'])
          .where('payments.id', '=', paymentId)
          .executeTakeFirst()
      : undefined;
  // A second charge of a booking that is paid by the first.
  if (
    booking?.payment_state === 'captured' &&
    booking.intent_id !== intent.id &&
    bookedStates.includes(booking.state)
  )
    return lostMinor;
  if (intent.bookingId !== null) await assertExplained(deps, mode, intent.bookingId);
  if (booking && !endedStates.includes(booking.state))
    throw notPossible('The charge is for a booking: refund it there.');
  if (orders.some((order) => order.paymentId === paymentId && paymentId !== null && !order.isCancelled))
    throw notPossible('The airline has an order for this charge.');
  return lostMinor;
}
