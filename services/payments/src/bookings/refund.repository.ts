import { randomUUID } from 'node:crypto';
import { fromNow } from '@fareline/service-kit/db/leases';
import { sql, type Selectable } from 'kysely';
import type { Payment } from '../cards/payment.repository.ts';
import type { Database, RefundsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export type Refund = Selectable<RefundsTable>;

/** What a refund is for: neither for one that was made at the card provider by hand. */
export type RefundReason = Partial<Pick<Refund, 'id' | 'cancellation_id' | 'action_id' | 'is_advance'>>;

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
      conflict.column('id').doUpdateSet({ cancellation_id: reason.cancellation_id ?? null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** The cardholder's bank decides on the money. (LEDGER-06) */
export const isDisputed = ({ dispute_state: state }: Pick<Payment, 'dispute_state'>): boolean =>
  state === 'open';

/** Of `payments`: the bank has given back all that was not refunded before. (LEDGER-06) */
export const isReturned = sql<boolean>`(dispute_lost_minor > 0 and payments.amount_minor - dispute_lost_minor <= (
  select coalesce(sum(made.amount_minor), 0) from refunds made
  where made.payment_id = payments.id and made.state in ('pending', 'succeeded')))`;

/** The same of a refund that was still to be made: it is not. */
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

/** The minor units of refunds that were paid or are about to be; a failed one gave nothing back. (LEDGER-01) */
export const sumRefunds = (refunds: readonly Pick<Refund, 'state' | 'amount_minor'>[]): number =>
  refunds.reduce((sum, { state, amount_minor }) => sum + (state === 'failed' ? 0 : amount_minor), 0);
