import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import { getChange, type StoredChange } from './amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { describeWait, findWait } from '../bookings/contact-correction.ts';
import { startWork } from '../bookings/start-work.ts';
import { assertChangeable } from './changeability.ts';
import { toPaymentError } from '../cards/payment-result.ts';
import { findPayment, type Payment } from '../cards/payment.repository.ts';
import { assertRulesKept, replaceSlices } from './flight-rules.ts';
import { readNow } from '../db/read-now.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { inProgressError } from '../idempotency/idempotency-key.repository.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { outdateQuotes } from '../refunds/outdate-quotes.ts';
import { isStillPayable, listPaidPayments } from '../refunds/paid-payments.ts';
import { belongsTo, type Requester } from '../access/visitor.ts';

/**
 * Throws BOOKING_CHANGE_OUTDATED when the price of a quote does not hold any more, because it has expired or the order is another one
 * since, and BOOKING_NOT_CHANGEABLE with the reason.
 */
export async function assertQuoteHolds(deps: Deps, booking: Booking, change: StoredChange): Promise<void> {
  const now = await readNow(deps.db);
  assertChangeable(booking, change.kind, now);
  if (change.state !== 'quoted' || change.expires_at <= now) throw new AppError('BOOKING_CHANGE_OUTDATED');
  const order = await deps.flightProvider
    .getBookedOrder(booking.mode, booking.order_id ?? '')
    .catch(throwUnavailable);
  if (order.isCancelled || order.amount !== change.order_amount)
    throw new AppError('BOOKING_CHANGE_OUTDATED');
  const { removed, slices } = change.content;
  if (change.kind === 'flights')
    assertRulesKept(booking, order, replaceSlices(booking.booking_data.slices, removed, slices), now);
}

/**
 * Why a change of the flights waits for a corrected email address; null where it does not. What is added costs who pays for it, and what
 * support has offered is as support has decided. (GUARD-11)
 */
export async function findChangeWait(
  db: Database,
  booking: Booking,
  { kind, offered_at }: StoredChange,
): Promise<string | null> {
  const wait = kind === 'flights' && offered_at === null ? await findWait(db, booking) : undefined;
  return wait ? describeWait(wait) : null;
}

/** Throws ADDRESS_UNCONFIRMED for a change that waits. */
export async function assertChangeDoesNotWait(...change: Parameters<typeof findChangeWait>): Promise<void> {
  const message = await findChangeWait(...change);
  if (message !== null) throw new AppError('ADDRESS_UNCONFIRMED', { message });
}

/**
 * The requester's authorised payment of exactly this change; undefined where nothing is to be paid. Throws PAYMENT_NOT_FOUND for any
 * other, or the reason why it is not authorised. (MONEY-21, ACCESS-04)
 */
async function getChangePayment(
  { db }: Deps,
  change: StoredChange,
  paymentId: string | undefined,
  requester: Requester,
): Promise<Payment | undefined> {
  if (change.charge_minor === 0) return undefined;
  const payment = paymentId === undefined ? undefined : await findPayment(db, paymentId);
  if (!payment || payment.purchase_id !== change.id || !belongsTo(payment, requester))
    throw new AppError('PAYMENT_NOT_FOUND');
  if (payment.amount_minor !== change.charge_minor || payment.currency !== change.currency)
    throw new AppError('AMOUNT_MISMATCH');
  if (payment.state === 'authorising') throw inProgressError();
  if (payment.state === 'challenged') throw new AppError('PAYMENT_CHALLENGED');
  if (payment.state !== 'authorised') throw toPaymentError(payment);
  return payment;
}

/**
 * Runs in the transaction that puts the booking into `changing`. Throws BOOKING_CHANGE_OUTDATED for a change that was agreed before, or
 * whose price has expired.
 */
export async function storeAgreement(
  trx: Database,
  booking: Booking,
  change: StoredChange,
  payment?: Payment,
): Promise<void> {
  const agreed = await trx
    .updateTable('amendments')
    .set({ state: 'agreed', agreed_at: sql`now()`, payment_id: payment?.id ?? null })
    .where('id', '=', change.id)
    .where('state', '=', 'quoted')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  if (!agreed || !isStillPayable(booking, await listPaidPayments(trx, booking.id), change))
    throw new AppError('BOOKING_CHANGE_OUTDATED');
  await outdateQuotes(trx, booking.id);
  if (!payment) return;
  const used = await trx
    .updateTable('payments')
    .set({ booking_id: booking.id })
    .where('id', '=', payment.id)
    .where('state', '=', 'authorised')
    .where('booking_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new AppError('PAYMENT_NOT_FOUND');
}

/**
 * Makes a quoted change of a booking as far as its steps come now: at the airline, then at the card. A repeat returns how far it is.
 * Throws what makes it impossible, before anything is changed. (TRIP-03, TRIP-04)
 */
export async function agreeChange(
  deps: Deps,
  booking: Booking,
  change: StoredChange,
  { paymentId, requester }: { paymentId: string | undefined; requester: Requester },
): Promise<StoredChange> {
  if (change.state !== 'quoted') return change;
  await assertChangeDoesNotWait(deps.db, booking, change);
  await assertQuoteHolds(deps, booking, change);
  const payment = await getChangePayment(deps, change, paymentId, requester);
  const started = await startWork(deps, booking, 'changing', async (trx) => {
    await assertChangeDoesNotWait(trx, booking, change);
    await storeAgreement(trx, booking, change, payment);
  });
  // Another request works on the booking.
  return started ? getChange(deps.db, booking, change.id) : readAgreed(deps, booking, change);
}

async function readAgreed({ db }: Deps, booking: Booking, { id }: StoredChange): Promise<StoredChange> {
  const change = await getChange(db, booking, id);
  if (change.state === 'quoted') throw inProgressError();
  return change;
}
