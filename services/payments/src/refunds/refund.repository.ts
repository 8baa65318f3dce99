import { createHash, randomUUID } from 'node:crypto';
import { fromNow } from '@fareline/service-kit/db/leases';
import { sql, type Selectable } from 'kysely';
import type { Payment } from '../cards/payment.repository.ts';
import type { Database, RefundsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export type Refund = Selectable<RefundsTable>;

/** What a refund is for: neither for one that was made at the card provider by hand. */
export type RefundReason = Partial<
  Pick<Refund, 'id' | 'cancellation_id' | 'action_id' | 'change_id' | 'is_advance'>
>;

/**
 * Stores a refund and leases it for this process, which pays it after the commit; after a crash the sweep does. Call it in the
 * transaction of what it is for. With an `id` that the provider's list has brought back after a restored dump, that row is returned.
 */
export const insertRefund = (
  trx: Database,
  { config }: Pick<Deps, 'config'>,
  paymentId: string,
  { minor, currency }: { minor: number; currency: string },
  reason: RefundReason,
): Promise<Refund> =>
  trx
    .insertInto('refunds')
    .values({
      ...{ id: randomUUID(), payment_id: paymentId, amount_minor: minor, currency, state: 'due', ...reason },
      ...{ lease_token: randomUUID(), lease_until: fromNow(config.BOOKING_LEASE_MS) },
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        cancellation_id: reason.cancellation_id ?? null,
        change_id: reason.change_id ?? null,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** Part of what a cancellation or a change gives back, by its id, so that after a restored dump the provider's refund is found and not paid twice. */
function derivePartId(sourceId: string, paymentId: string): string {
  const hex = createHash('sha256').update(`${sourceId}|${paymentId}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/**
 * Stores what a cancellation or a change gives back, as `insertRefund`: of the payment of the booking as much as it has left, and what
 * is more of those of its changes. What none of them has left is asked of the first, and comes to light there. (TRIP-03)
 */
export async function insertRefunds(
  trx: Database,
  deps: Pick<Deps, 'config'>,
  { id, payment_id }: { id: string; payment_id: string },
  { minor, currency }: { minor: number; currency: string },
  source: { cancellation_id: string } | { change_id: string },
): Promise<Refund[]> {
  const sourceId = 'change_id' in source ? source.change_id : source.cancellation_id;
  const refunds = await listBookingRefunds(trx, id);
  const payments = await trx
    .selectFrom('payments')
    .select(['id', 'amount_minor', 'dispute_lost_minor'])
    .where('booking_id', '=', id)
    .where('state', '=', 'captured')
    .orderBy('created_at')
    .execute();
  const getId = (paymentId: string) =>
    paymentId === payment_id ? sourceId : derivePartId(sourceId, paymentId);
  const left = new Map(
    payments.map((payment) => [
      payment.id,
      payment.amount_minor -
        payment.dispute_lost_minor -
        sumRefunds(
          refunds.filter((refund) => refund.payment_id === payment.id && refund.id !== getId(payment.id)),
        ),
    ]),
  );
  const shares = new Map<string, number>();
  let rest = minor;
  for (const [paymentId, leftMinor] of left) {
    shares.set(paymentId, Math.max(0, Math.min(rest, leftMinor)));
    rest -= shares.get(paymentId) ?? 0;
  }
  shares.set(payment_id, (shares.get(payment_id) ?? 0) + rest);
  const inserted: Refund[] = [];
  for (const [paymentId, share] of shares)
    if (share > 0)
      inserted.push(
        await insertRefund(
          trx,
          deps,
          paymentId,
          { minor: share, currency },
          { id: getId(paymentId), ...source },
        ),
      );
  return inserted;
}

/** The cardholder's bank decides on the money. (LEDGER-06) */
export const isDisputed = ({ dispute_state: state }: Pick<Payment, 'dispute_state'>): boolean =>
  state === 'open';

/** Whether the bank has given back all of a row of `payments` that was not refunded before. (LEDGER-06) */
export const isReturned = sql<boolean>`(payments.dispute_lost_minor > 0 and payments.amount_minor - payments.dispute_lost_minor <= (
  select coalesce(sum(made.amount_minor), 0) from refunds made
  where made.payment_id = payments.id and made.state in ('pending', 'succeeded')))`;

/** Whether a refund that is due is not made, because the bank has given back its amount. */
export const isReturnedByBank = (
  { state }: Pick<Refund, 'state'>,
  { amount_minor, dispute_lost_minor: lostMinor }: Pick<Payment, 'amount_minor' | 'dispute_lost_minor'>,
  refunds: readonly Pick<Refund, 'state' | 'amount_minor'>[],
): boolean =>
  state === 'due' &&
  lostMinor > 0 &&
  amount_minor - lostMinor <= sumRefunds(refunds.filter((refund) => refund.state !== 'due'));

export const listRefunds = (db: Database, paymentId: string): Promise<Refund[]> =>
  db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute();

export const listBookingRefunds = (db: Database, bookingId: string): Promise<Refund[]> =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .where('payments.booking_id', '=', bookingId)
    .orderBy('refunds.created_at')
    .execute();

/** What a change of the booking has brought back lowers what was paid, and is no part of what a cancellation gives back. (TRIP-03) */
export const isOfChange = ({ change_id: id }: Pick<Refund, 'change_id'>): boolean => id !== null;

/** The minor units of refunds that were paid or are about to be; a failed one gave nothing back. (LEDGER-01) */
export const sumRefunds = (refunds: readonly Pick<Refund, 'state' | 'amount_minor'>[]): number =>
  refunds.reduce((sum, { state, amount_minor }) => sum + (state === 'failed' ? 0 : amount_minor), 0);
