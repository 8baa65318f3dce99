import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { CancellationsTable, Database, RefundsTable } from '../db/schema.ts';

export type Refund = Selectable<RefundsTable>;

/** What a refund is for: neither for one that was made at the card provider by hand. */
export type RefundReason = Partial<Pick<Refund, 'cancellation_id' | 'action_id'>>;

/** Stores a refund that `payDueRefunds` pays, and returns its id. Call it in the transaction of what it is for. */
export async function insertDueRefund(
  trx: Database,
  paymentId: string,
  { minor, currency }: { minor: number; currency: string },
  reason: RefundReason,
): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto('refunds')
    .values({ id, payment_id: paymentId, amount_minor: minor, currency, state: 'due', ...reason })
    .execute();
  return id;
}

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
