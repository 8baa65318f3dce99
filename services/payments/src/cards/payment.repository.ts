import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql, type Selectable, type Updateable } from 'kysely';
import { createLeaseToken, fromNow, isNotLeased, LeaseLostError, startHeartbeat } from '../db/leases.ts';
import type { Database, PaymentsTable, PaymentState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export type Payment = Selectable<PaymentsTable>;

/** Undefined for an unknown id, also when it is not a UUID. (MONEY-30) */
export async function findPayment(db: Database, id: string): Promise<Payment | undefined> {
  if (!isUuid(id)) return undefined;
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function getPayment(db: Database, id: string): Promise<Payment> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Commits the payment's transition to the next state. Throws LeaseLostError when its state has changed. */
export async function transitionPayment(
  { db, killPoint }: Deps,
  payment: Pick<Payment, 'id' | 'state'>,
  state: PaymentState,
  patch: Updateable<PaymentsTable> = {},
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

/** Renews the lease of a payment while this process works on it. */
export function startPaymentHeartbeat(deps: Deps, { id, lease_token }: Payment): () => void {
  const { db, config } = deps;
  return startHeartbeat(deps, () =>
    db
      .updateTable('payments')
      .set({ lease_until: fromNow(config.BOOKING_LEASE_MS) })
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .where('lease_until', 'is not', null)
      .execute(),
  );
}

/** Called right before the card call: throws LeaseLostError if another process has taken the row meanwhile. (REVIEW-05) */
export async function renewPaymentLease(
  { db, config }: Deps,
  { id, state, lease_token }: Payment,
): Promise<void> {
  const row = await db
    .updateTable('payments')
    .set({ lease_until: fromNow(config.BOOKING_LEASE_MS) })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('lease_token', '=', lease_token)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new LeaseLostError(`payment ${id} is no longer leased in ${state}`);
}

const batchSize = 10;

/**
 * Leases a batch of payments without a booking, or only the payment with this id, that have no known outcome, are to be
 * voided, or were unused for too long. (MONEY-26)
 */
export async function leaseDuePayments({ db, config }: Deps, id?: string): Promise<Payment[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('payments')
        .select('id')
        .where('booking_id', 'is', null)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .where((or) =>
          or.or([
            or('state', 'in', ['authorising', 'voiding']),
            or.and([
              or('state', '=', 'authorised'),
              or('created_at', '<', sql<Date>`now() - ${config.UNUSED_HOLD_MS} * interval '1 millisecond'`),
            ]),
          ]),
        )
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .where(isNotLeased)
        .orderBy('next_attempt_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments')
    .set((eb) => ({
      lease_token: createLeaseToken(),
      lease_until: fromNow(config.BOOKING_LEASE_MS),
      // In the same statement, so that no booking can use the authorisation in between.
      state: eb
        .case()
        .when('state', '=', 'authorised')
        .then('voiding' as const)
        .else(eb.ref('state'))
        .end(),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}
