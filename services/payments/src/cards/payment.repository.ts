import { randomUUID } from 'node:crypto';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import {
  fromNow,
  isLeasedAs,
  isNotLeased,
  keepLeases,
  leaseDue,
  LeaseLostError,
  renewLease,
} from '@fareline/service-kit/db/leases';
import { sql, type Selectable, type Updateable } from 'kysely';
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
  { db, killPoint, countState }: Deps,
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
  countState('payment', state);
  return updated;
}

/** Leases an authorisation that no booking uses; undefined when another request has leased or used it. (MONEY-27) */
export const leasePayment = ({ db, config }: Deps, { id }: Payment): Promise<Payment | undefined> =>
  db
    .updateTable('payments')
    .set({ lease_token: randomUUID(), lease_until: fromNow(config.BOOKING_LEASE_MS) })
    .where('id', '=', id)
    .where('state', '=', 'authorised')
    .where('booking_id', 'is', null)
    .where(isNotLeased)
    .returningAll()
    .executeTakeFirst();

export const endPaymentLease = ({ db }: Deps, payment: Payment) =>
  db
    .updateTable('payments')
    .set({ lease_until: null })
    .where(isLeasedAs([payment]))
    .execute();

export const startPaymentHeartbeat = ({ db, log, config }: Deps, payment: Payment) =>
  keepLeases({ db, log, leaseMs: config.BOOKING_LEASE_MS }, 'payments', [payment]);

/** Called right before the card call. */
export const renewPaymentLease = ({ db, config }: Deps, payment: Payment): Promise<void> =>
  renewLease(db, 'payments', config.BOOKING_LEASE_MS, payment);

/**
 * Leases a batch of payments without a booking, or only the payment with this id, that have no known outcome, whose challenge
 * has an outcome or ended, that are to be voided, or were unused for too long. (MONEY-26)
 */
export const leaseDuePayments = ({ db, config }: Deps, id?: string): Promise<Payment[]> =>
  leaseDue<Payment>(db, 'payments', {
    leaseMs: config.BOOKING_LEASE_MS,
    where: sql`booking_id is null and ${id === undefined ? sql`true` : sql`id = ${id}`}
      and (state in ('authorising', 'challenged', 'voiding')
        or state = 'authorised' and created_at < ${fromNow(-config.UNUSED_HOLD_MS)})`,
    // In the same statement, so that no booking can use the authorisation in between.
    set: sql`state = case state when 'authorised' then 'voiding' else state end, attempts = attempts + 1`,
  });
