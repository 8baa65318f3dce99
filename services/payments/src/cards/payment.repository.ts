import { randomUUID } from 'node:crypto';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import {
  fromNow,
  isLeasedAs,
  isNotLeased,
  keepLeases,
  LeaseLostError,
} from '@fareline/service-kit/db/leases';
import { sql, type Selectable, type UpdateObject } from 'kysely';
import type { Database, PaymentsTable, PaymentState, Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { closeCaseOf, toStuckSubject } from '../review-cases/review-case.repository.ts';

export type Payment = Selectable<PaymentsTable>;

/** Undefined for an unknown id, also when it is not a UUID. (MONEY-30) */
export async function findPayment(db: Database, id: string): Promise<Payment | undefined> {
  if (!isUuid(id)) return undefined;
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function getPayment(db: Database, id: string): Promise<Payment> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Commits the payment's transition to the next state. Throws LeaseLostError when its state has changed or a booking has used it. */
export async function transitionPayment(
  { db, config, killPoint, countState }: Deps,
  payment: Payment,
  state: PaymentState,
  patch: UpdateObject<Tables, 'payments'> = {},
): Promise<Payment> {
  killPoint(`before:payment:${state}`);
  // Before the state, because it is opened again if this fails.
  if (payment.attempts > 0) await closeCaseOf(db, 'payment', toStuckSubject(payment), 'the end of the step');
  const updated = await db
    .updateTable('payments')
    .set({
      ...{ attempts: 0, next_attempt_at: sql`now()` },
      ...{ called_at: null, call_accepted: false, refusal: null },
      ...patch,
      ...{ state, state_since: sql`now()` },
      // Whoever commits this state leads it on.
      lease_until: state === 'voiding' ? fromNow(config.BOOKING_LEASE_MS) : null,
    })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .where('booking_id', 'is not distinct from', payment.booking_id)
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
