import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import { fromNow, createLeaseToken } from '../db/leases.ts';
import type { BookingState } from '../db/tables/bookings.table.ts';

const batchSize = 10;

const statesBeforeOrder: readonly BookingState[] = ['authorised', 'ordering', 'pending'];
export const activeStates: readonly BookingState[] = [
  ...statesBeforeOrder,
  'ordered',
  'capturing',
  'releasing',
  'voiding',
  'cancelling',
  'refunding',
];

/**
 * Leases a batch of bookings that are due and not leased, or only the booking with this id. Those without an order are
 * marked `was_pending`, because their request got no final response.
 */
export async function leaseDueBookings({ db, config }: Deps, id?: string): Promise<Booking[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('bookings')
        .select('id')
        .where('state', 'in', activeStates)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<', sql<Date>`now()`)]))
        .orderBy('next_attempt_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('bookings')
    .set((eb) => ({
      lease_token: createLeaseToken(),
      lease_until: fromNow(config.BOOKING_LEASE_MS),
      was_pending: eb
        .or([eb('was_pending', '=', true), eb('state', 'in', statesBeforeOrder)])
        .$castTo<boolean>(),
    }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}

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
        .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<', sql<Date>`now()`)]))
        .orderBy('next_attempt_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments')
    .set((eb) => ({
      lease_token: createLeaseToken(),
      lease_until: fromNow(config.STRIPE_TIMEOUT_MS * 4 + config.LEASE_MARGIN_MS),
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
