import {
  fromNow,
  getRetryDelayMs,
  isStillLeased,
  keepLeases,
  leaseDue,
  LeaseLostError,
  renewLease,
} from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import { alertOperator } from '../cards/payment-steps.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import { runWithRequestId } from '../request-id.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { recordRefund } from './record-refund.ts';
import { isDisputed, isReturned, isReturnedByBank, listRefunds, type Refund } from './refund.repository.ts';

/**
 * Pays the due refunds: each once, however often it is retried. That of a disputed payment waits until the dispute is decided; if the
 * bank has given all back it is not paid. (REFUND-05, LEDGER-06)
 */
export async function payDueRefunds(deps: Deps): Promise<void> {
  const refunds = await leaseDue<Refund>(deps.db, 'refunds', {
    leaseMs: deps.config.BOOKING_LEASE_MS,
    where: sql`state = 'due' and not exists (
      select from payments where payments.id = payment_id and (dispute_state = 'open' or ${isReturned}))`,
  });
  await Promise.all(refunds.map((refund) => payRefund(deps, refund)));
}

/** Pays a refund that this process has leased. */
export async function payRefund(deps: Deps, refund: Refund): Promise<void> {
  const { db, config, log } = deps;
  const payment = await getPayment(db, refund.payment_id);
  const booking = await getBooking(db, payment.booking_id ?? '');
  const stopHeartbeat = keepLeases({ db, log, leaseMs: config.BOOKING_LEASE_MS }, 'refunds', [refund]);
  try {
    await runWithRequestId(booking, () => callProvider(deps, refund, payment));
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    log.warn({ err: error, booking: booking.id, refund: refund.id }, 'refund failed, will be retried');
    await scheduleRetry(deps, refund, { booking, payment, cause: error });
  } finally {
    stopHeartbeat();
  }
}

/** Searches the intent at the card provider, because the row may have lost its id. */
async function findIntentId({ cardGateway }: Deps, payment: Payment): Promise<string> {
  const { id, mode, intent_id, created_at } = payment;
  if (intent_id) return intent_id;
  const intent = await cardGateway.findIntent(mode, id, created_at);
  if (intent?.kind !== 'captured') throw new Error('the payment has no intent');
  return intent.intentId;
}

async function callProvider(deps: Deps, refund: Refund, payment: Payment): Promise<void> {
  const { db, config, cardGateway, killPoint } = deps;
  const { id, amount_minor: minor, currency, idempotency_number: number } = refund;
  if (isDisputed(payment) || isReturnedByBank(refund, payment, await listRefunds(db, payment.id))) {
    await db.updateTable('refunds').set({ lease_until: null }).where(isStillLeased(refund)).execute();
    return;
  }
  const intentId = await findIntentId(deps, payment);
  killPoint('before:call:refund');
  await renewLease(db, 'refunds', config.BOOKING_LEASE_MS, refund);
  const outcome = await cardGateway.refund(payment.mode, id, intentId, { minor, currency }, number);
  killPoint('after:call:refund');
  if (outcome.kind === 'refunded') return recordRefund(deps, refund, outcome.refund);
  if (outcome.kind === 'exceeds') return recordRefund(deps, refund, { id: null, state: 'failed' });
  await db
    .updateTable('refunds')
    .set({ idempotency_number: number + 1 })
    .where(isStillLeased(refund))
    .execute();
  throw outcome.cause;
}

/** Retries without end, because it is owed, and alerts an operator after GIVE_UP_AFTER_MS. */
async function scheduleRetry(
  deps: Deps,
  refund: Refund,
  { booking, payment, cause }: { booking: Booking; payment: Payment; cause: unknown },
): Promise<void> {
  const { db, config } = deps;
  const row = await db
    .updateTable('refunds')
    .set({
      attempts: refund.attempts + 1,
      lease_until: null,
      next_attempt_at: fromNow(getRetryDelayMs(config, refund.attempts)),
    })
    .where(isStillLeased(refund))
    .returning(sql<boolean>`created_at < ${fromNow(-config.GIVE_UP_AFTER_MS)}`.as('isOverdue'))
    .executeTakeFirst();
  if (!row?.isOverdue) return;
  const summary = 'A refund keeps failing; it is still retried.';
  if (await openBookingCase(db, booking, { kind: 'refund_failed', subject: refund.id, summary }))
    alertOperator(deps, payment, 'a refund keeps failing', cause);
}
