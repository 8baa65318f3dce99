import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { getBooking } from '../bookings/booking.repository.ts';
import { alertOperator } from '../cards/payment-steps.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import type { LedgerRefund } from '../ledger/provider-ledger.ts';
import { getCurrentRequestId } from '../request-id.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { defineStep } from '../steps/step.ts';
import { getLeftMinor, getPaidPayment, isDisputed, isReturnedByBank } from './paid-payments.ts';
import { findIntentId, readChargedPayments } from './read-charges.ts';
import { describeRefund } from './refund-metadata.ts';
import { recordRefund } from './record-refund.ts';
import { getRefund, type Refund } from './refund.repository.ts';

async function getIntentId(deps: Deps, payment: Payment): Promise<string> {
  const intentId = await findIntentId(deps, payment);
  if (!intentId) throw new Error('the payment has no intent');
  return intentId;
}

/** From `due`: pays money back to the card, each row once. What less than that is left is paid, and the rest apart. (REFUND-05, LEDGER-13) */
export const refundStep = defineStep<Refund, LedgerRefund, { isExceeding: true }>({
  name: 'refund',
  from: ['due'],
  async look(deps, refund) {
    const payment = await getPayment(deps.db, refund.payment_id);
    const intentId = await getIntentId(deps, payment);
    const { refunds } = await deps.cardGateway.readCharge(payment.mode, intentId);
    const made = refunds.find(({ refundId }) => refundId === refund.id);
    return made ? { kind: 'done', outcome: made } : { kind: 'absent' };
  },
  async ready({ db }, refund) {
    const paid = await getPaidPayment(db, refund.payment_id);
    return isDisputed(paid) || isReturnedByBank(refund, paid) ? 'later' : 'now';
  },
  async call(deps, refund) {
    const { db, cardGateway } = deps;
    const { id, payment_id, amount_minor: minor, currency, idempotency_number: number } = refund;
    const payment = await getPayment(db, payment_id);
    const intentId = await getIntentId(deps, payment);
    const outcome = await cardGateway.refund(
      payment.mode,
      await describeRefund(db, refund),
      intentId,
      { minor, currency },
      number,
    );
    if (outcome.kind === 'refunded') return { kind: 'done', outcome: outcome.refund };
    // The next call has another key, because that answer is repeated for this one.
    await db
      .updateTable('refunds')
      .set({ idempotency_number: sql`idempotency_number + 1` })
      .where('id', '=', id)
      .execute();
    return outcome.kind === 'exceeds'
      ? { kind: 'refused', reason: { isExceeding: true } }
      : { kind: 'doubt', cause: outcome.cause };
  },
  settleMs: () => 0,
  absent: 'call',
  async record(deps, refund, made) {
    await recordRefund(deps, refund, made);
    return getRefund(deps.db, refund.id);
  },
  async refuse(deps, refund) {
    if (!(await splitRefund(deps, refund))) await recordRefund(deps, refund, { id: null, state: 'failed' });
    return getRefund(deps.db, refund.id);
  },
  async giveUp(deps, refund, cause) {
    const { db } = deps;
    const payment = await getPayment(db, refund.payment_id);
    const booking = await getBooking(db, payment.booking_id ?? '');
    const summary = 'A refund keeps failing; it is still retried.';
    if (await openBookingCase(db, booking, { kind: 'refund_failed', subject: refund.id, summary }))
      alertOperator(deps, payment, 'a refund keeps failing', cause);
    return refund;
  },
});

/** Lowers a refund to what the card provider has left of the charge; the rest is a refund of its own, of another charge where that has it. Returns whether anything is left. */
async function splitRefund(deps: Deps, refund: Refund): Promise<boolean> {
  const { db } = deps;
  const { booking_id } = await getPayment(db, refund.payment_id);
  const payments = await readChargedPayments(deps, booking_id ?? '');
  const paid = payments.find(({ id }) => id === refund.payment_id);
  if (!paid) return false;
  const left = getLeftMinor({ ...paid, refunds: paid.refunds.filter(({ id }) => id !== refund.id) });
  if (left === 0 || left >= refund.amount_minor) return false;
  const { cancellation_id, change_id, currency, is_advance } = refund;
  const rest = refund.amount_minor - left;
  // Another charge of the booking may have it.
  const other = payments.find((payment) => payment.id !== paid.id && getLeftMinor(payment) >= rest);
  const payment_id = other?.id ?? refund.payment_id;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('refunds')
      .set({ amount_minor: left, called_at: null, refusal: null })
      .where('id', '=', refund.id)
      .execute();
    await trx
      .insertInto('refunds')
      .values({
        ...{ id: randomUUID(), payment_id, cancellation_id, change_id, currency, is_advance },
        ...{ amount_minor: rest, state: 'due', request_id: getCurrentRequestId() },
      })
      .execute();
  });
  return true;
}
