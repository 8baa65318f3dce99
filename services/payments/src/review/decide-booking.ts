import type { User } from '@fareline/contracts';
import { isNotLeased } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import {
  insertOutboxEvents,
  serialiseFailure,
  type Booking,
  type Transition,
} from '../bookings/booking.repository.ts';
import { updateAmendment, type Cancellation, type StoredChange } from '../amendments/amendment.repository.ts';
import { notConfirmedFailure } from '../bookings/place-order.step.ts';
import { declinedFailure } from '../bookings/risk-review.step.ts';
import { acceptQuote } from '../cancellations/accept-quote.ts';
import type { Payment } from '../cards/payment.repository.ts';
import { storeAgreement } from '../amendments/agree-change.ts';
import type { BookingState, Database } from '../db/schema.ts';
import { decidedCaseKinds } from '../review-cases/case-decisions.ts';
import { closeBookingCases, closeCaseOf } from '../review-cases/review-case.repository.ts';
import type { RetryState } from './action-facts.ts';
import { closeFindings } from './close-case.ts';
import { notPossible } from './not-possible.ts';

/** Throws ACTION_NOT_POSSIBLE unless the booking is in such a state and no process works on it. */
async function assertIdle(
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

/**
 * Ends a change that the airline has made and that is not paid: its card is charged again, or released because a part of its price, or
 * nothing, was settled in another way. (LEDGER-15)
 */
export async function decideChange(
  trx: Database,
  booking: Booking,
  change: StoredChange,
  settledMinor: number | undefined,
  { username }: User,
): Promise<void> {
  await assertIdle(trx, booking, [booking.state]);
  const isCharged = settledMinor === undefined;
  const ended = isCharged ? {} : { charge_minor: 0, settled_minor: settledMinor };
  await updateAmendment(trx, change, { state: 'agreed', done_at: null, ...ended });
  await enterState(trx, booking, isCharged ? 'charging_change' : 'voiding_change', nextSteps);
  await closeCaseOf(trx, 'booking', change.id, username);
}

/** The step refuses as soon as the provider shows that the effect is absent; it asks no more. */
export async function stopAsking(trx: Database, { id }: Booking): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({
      refusal: JSON.stringify({ code: 'stopped', message: 'stopped by support' }),
      next_attempt_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Accepts the quote for the traveller, unless another process works on the booking. (REVIEW-02) */
export async function startCancellation(
  trx: Database,
  booking: Booking,
  quote: Cancellation,
  user: User,
): Promise<void> {
  await assertIdle(trx, booking);
  await acceptQuote(trx, booking, quote);
  await resume(trx, booking, 'cancelling', user);
}

/** Ends a booking that needs review by what was agreed elsewhere: with its order it stands, else it is cancelled. (LEDGER-05) */
export async function settle(trx: Database, booking: Booking, payment: Payment, user: User): Promise<void> {
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
  state: RetryState,
  user: User,
  patch: BookingPatch = {},
): Promise<void> {
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
const nextSteps = {
  ...{ attempts: 0, next_attempt_at: sql`now()`, lease_token: null, lease_until: null },
} satisfies BookingPatch;

async function enterState(
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
