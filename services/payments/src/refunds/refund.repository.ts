import { createHash, randomUUID } from 'node:crypto';
import { fromNow } from '@fareline/service-kit/db/leases';
import type { Selectable } from 'kysely';
import type { Database, RefundsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { getCurrentRequestId } from '../request-id.ts';

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
      request_id: getCurrentRequestId(),
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
export function derivePartId(sourceId: string, paymentId: string): string {
  const hex = createHash('sha256').update(`${sourceId}|${paymentId}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export const getRefund = (db: Database, id: string): Promise<Refund> =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

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
