import type { User } from '@fareline/contracts';
import { isNotLeased } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import {
  insertOutboxEvents,
  serialiseFailure,
  type Booking,
  type Transition,
} from '../bookings/booking.repository.ts';
import type { StoredChange } from '../amendments/amendment.repository.ts';
import type { Cancellation } from '../amendments/amendment.repository.ts';
import { notConfirmedFailure } from '../bookings/place-order.step.ts';
import { declinedFailure } from '../bookings/risk-review.step.ts';
import { acceptQuote } from '../cancellations/accept-quote.ts';
import type { Payment } from '../cards/payment.repository.ts';
import { storeAgreement } from '../amendments/agree-change.ts';
import type { BookingState, Database } from '../db/schema.ts';
import { decidedCaseKinds } from '../review-cases/case-decisions.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { closeFindings } from './close-case.ts';
import { notPossible, type RetryState } from './possible-actions.ts';

/** Throws ACTION_NOT_POSSIBLE unless the booking is in such a state and no process works on it. */
export async function assertIdle(
  trx: Database,
  { id }: Booking,
  states: readonly BookingState[] = ['confirmed'],
): Promise<void> {
  const idle = await trx
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', states)
    .where(isNotLeased)
    .executeTakeFirst();
  if (!idle) throw notPossible();
}

/** Agrees a change that costs nothing for the traveller, unless another process works on the booking. (TRIP-07) */
export async function startChange(trx: Database, booking: Booking, change: StoredChange): Promise<void> {
  await assertIdle(trx, booking);
  await storeAgreement(trx, booking, change);
  await enterState(trx, booking, 'changing', nextSteps);
}

/** Accepts the quote for the traveller, unless another process works on the booking. (REVIEW-02) */
export async function startCancellation(
  trx: Database,
  booking: Booking,
  quote: Cancellation | undefined,
  user: User,
): Promise<void> {
  await assertIdle(trx, booking);
  if (!quote) throw notPossible();
  await acceptQuote(trx, booking, quote);
  await resume(trx, booking, 'cancelling', user);
}

/** Ends a booking that needs review by what was agreed elsewhere: with its order it stands, else it is cancelled. (LEDGER-05) */
export async function settle(trx: Database, booking: Booking, payment: Payment, user: User): Promise<void> {
  if (booking.state !== 'needs_review') throw notPossible();
  const state = booking.order_id ? 'confirmed' : 'cancelled';
  await decide(trx, booking, state, user, { failure: null, order_plan: null });
  if (payment.state !== 'captured')
    await trx
      .updateTable('payments')
      .set({ state: 'settled', state_since: sql`now()` })
      .where('id', '=', payment.id)
      .execute();
  if (booking.order_id) await insertOutboxEvents(trx, booking.id, [{ kind: 'mail_confirmed' }]);
}

/** Puts the booking into a state from which its steps go on. */
export async function resume(
  trx: Database,
  booking: Booking,
  state: RetryState | undefined,
  user: User,
  patch: BookingPatch = {},
): Promise<void> {
  if (!state) throw notPossible();
  const failure = booking.state === 'risk_review' ? declinedFailure : notConfirmedFailure;
  await decide(trx, booking, state, user, {
    ...nextSteps,
    // An order that was asked for before is searched and not asked for again.
    ...(state === 'pending' ? {} : { called_at: null }),
    ...(state === 'voiding' ? { failure: serialiseFailure(failure), was_pending: true } : {}),
    ...patch,
  });
}

type BookingPatch = NonNullable<Transition['patch']>;

/** Its steps go on at once. */
export const nextSteps = {
  ...{ attempts: 0, next_attempt_at: sql`now()`, lease_token: null, lease_until: null },
} satisfies BookingPatch;

export async function enterState(
  trx: Database,
  { id }: Booking,
  state: BookingState,
  patch: BookingPatch,
): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({ ...patch, state, state_since: sql`now()` })
    .where('id', '=', id)
    .execute();
  await trx.insertInto('booking_steps').values({ booking_id: id, state }).execute();
}

/** Puts a booking that waits for a person into another state, and closes its case. */
async function decide(
  trx: Database,
  booking: Booking,
  state: BookingState,
  user: User,
  patch: BookingPatch,
): Promise<void> {
  const { id } = booking;
  await enterState(trx, booking, state, patch);
  await closeBookingCases(trx, id, decidedCaseKinds, user.username);
  await closeFindings(trx, [`booking_state:${id}`], user.username);
}
