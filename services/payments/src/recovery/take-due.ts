import { sql } from 'kysely';
import type { Booking } from '../bookings/booking-rows.ts';
import type { Payment } from '../cards/payment-rows.ts';
import type { Context } from '../context.ts';
import { fromNow, newLease } from '../db/leases.ts';
import type { BookingState } from '../db/tables/bookings.ts';

const batch = 10;

const beforeTheOrder: readonly BookingState[] = ['authorised', 'ordering', 'pending'];
export const atWork: readonly BookingState[] = [
  ...beforeTheOrder,
  'ordered',
  'capturing',
  'releasing',
  'voiding',
  'cancelling',
  'refunding',
];

/** Bookings, or the one of this id, that rest in a step and whose worker is gone. Whoever placed them has no answer, or a pending one. */
export async function takeDueBookings({ db, config }: Context, id?: string): Promise<Booking[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('bookings')
        .select('id')
        .where('state', 'in', atWork)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<', sql<Date>`now()`)]))
        .orderBy('next_attempt_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('bookings')
    .set((eb) => ({
      lease_token: newLease(),
      lease_until: fromNow(config.BOOKING_LEASE_MS),
      was_pending: eb
        .or([eb('was_pending', '=', true), eb('state', 'in', beforeTheOrder)])
        .$castTo<boolean>(),
    }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}

/** Payments without a booking, or the one of this id, that were cut off, are to be released, or were not used in time. (MONEY-26) */
export async function takeDuePayments({ db, config }: Context, id?: string): Promise<Payment[]> {
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
        .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<', sql<Date>`now()`)]))
        .orderBy('next_attempt_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments')
    .set((eb) => ({
      lease_token: newLease(),
      lease_until: fromNow(config.STRIPE_TIMEOUT_MS * 4 + config.LEASE_MARGIN_MS),
      // In the same statement, so that no booking can take the hold in between.
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
