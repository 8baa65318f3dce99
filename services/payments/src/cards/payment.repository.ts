import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { LeaseLostError } from '../db/leases.ts';
import type { Database } from '../db/tables.ts';
import type { PaymentsTable, PaymentState } from '../db/tables/payments.table.ts';
import type { KillPoint } from '../kill-point.ts';

export type Payment = Selectable<PaymentsTable>;
export type PaymentPatch = Updateable<PaymentsTable>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Undefined for an unknown id, also when it is not a UUID. (MONEY-30) */
export async function findPayment(db: Database, id: string): Promise<Payment | undefined> {
  if (!uuid.test(id)) return undefined;
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function getPayment(db: Database, id: string): Promise<Payment> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Commits the payment's transition to the next state. Throws LeaseLostError when its state has changed. */
export async function transitionPayment(
  { db, killPoint }: { db: Database; killPoint: KillPoint },
  payment: Pick<Payment, 'id' | 'state'>,
  state: PaymentState,
  patch: PaymentPatch = {},
): Promise<Payment> {
  killPoint(`before:payment:${state}`);
  const updated = await db
    .updateTable('payments')
    .set({ attempts: 0, next_attempt_at: sql`now()`, ...patch, state, state_since: sql`now()` })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .returningAll()
    .executeTakeFirst();
  killPoint(`after:payment:${state}`);
  if (!updated) throw new LeaseLostError(`payment ${payment.id} is no longer ${payment.state}`);
  return updated;
}
