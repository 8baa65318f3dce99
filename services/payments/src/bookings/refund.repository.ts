import { randomUUID } from 'node:crypto';
import { fromNow } from '@fareline/service-kit/db/leases';
import { sql, type Selectable } from 'kysely';
import type { Payment } from '../cards/payment.repository.ts';
import type { CancellationsTable, Database, RefundsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export type Refund = Selectable<RefundsTable>;

/** What a refund is for: neither for one that was made at the card provider by hand. */
export type RefundReason = Partial<Pick<Refund, 'cancellation_id' | 'action_id' | 'is_advance'>>;

/**
 * Stores a refund and leases it for this process, which pays it after the commit; after a crash the sweep does. Call it in the
 * transaction of what it is for.
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
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether the cardholder's bank decides on the money, or has given it back. (LEDGER-06) */
export const isDisputed = ({ dispute_state: state }: Pick<Payment, 'dispute_state'>): boolean =>
  state === 'open' || state === 'lost';

export const listRefunds = (db: Database, paymentId: string): Promise<Refund[]> =>
  db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute();

/** The minor units of a payment that were refunded or are about to be; a failed refund gave nothing back. (LEDGER-01) */
export async function sumRefunds(db: Database, paymentId: string): Promise<number> {
  const { minor } = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_minor), 0)::float8`.as('minor'))
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return minor;
}

/** The minor units of a payment that support has refunded in advance of a cancellation. */
export async function sumAdvances(db: Database, paymentId: string): Promise<number> {
  const refunds = await listRefunds(db, paymentId);
  const advances = refunds.filter(({ is_advance, state }) => is_advance && state !== 'failed');
  return advances.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
}

/** Whether less than the cancellation's refund was paid or is about to be, because it failed. */
export async function isRefundOwed(
  db: Database,
  { id, refund_minor: owed }: Pick<Selectable<CancellationsTable>, 'id' | 'refund_minor'>,
): Promise<boolean> {
  const { minor } = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_minor) filter (where state <> 'failed'), 0)::float8`.as('minor'))
    .where('cancellation_id', '=', id)
    .executeTakeFirstOrThrow();
  return minor < owed;
}
