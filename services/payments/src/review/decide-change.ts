import { describeCard, formatMinor, type User } from '@fareline/contracts';
import { sql } from 'kysely';
import { getChange, updateAmendment, type StoredChange } from '../amendments/amendment.repository.ts';
import { bookedStates, cancelledStates, type Booking } from '../bookings/booking.repository.ts';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { BookingState, Database } from '../db/schema.ts';
import { closeCaseOf, toStuckSubject } from '../review-cases/review-case.repository.ts';
import { assertIdle, enterState, nextSteps } from './decide-booking.ts';
import { notPossible, type PossibleAction } from './possible-actions.ts';

type Decision = { action: 'charge' } | { action: 'waive' } | { action: 'settle'; minor: number };

/**
 * Ends a change that the airline has made and that is not paid, as support has decided: the card is charged again, or released because the
 * price was waived or paid in another way. Throws ACTION_NOT_POSSIBLE for any other change. (LEDGER-15)
 */
export async function decideChange(
  trx: Database,
  booking: Booking,
  changeId: string,
  decision: Decision,
  { username }: User,
): Promise<void> {
  // A trip may be over or cancelled before it is decided what becomes of its price; nobody is charged for one that is cancelled.
  const isCharged = decision.action === 'charge';
  await assertIdle(trx, booking, [...bookedStates, ...(isCharged ? [] : cancelledStates)]);
  const change = await getChange(trx, booking, changeId);
  if (change.state !== 'unpaid') throw notPossible();
  const settled = decision.action === 'settle' ? decision.minor : 0;
  const ended = isCharged ? {} : { charge_minor: 0, settled_minor: settled };
  await updateAmendment(trx, change, { state: 'agreed', done_at: null, ...ended });
  await enterState(trx, booking, isCharged ? 'charging_change' : 'voiding_change', nextSteps);
  await closeCaseOf(trx, 'booking', change.id, username);
}

/** How a change that is not paid can be ended, each with its effect in a sentence. (LEDGER-15) */
export function listChangeDecisions(
  { state }: Pick<Booking, 'state'>,
  change: StoredChange,
  payments: readonly Payment[],
): PossibleAction[] {
  if (![...bookedStates, ...cancelledStates].includes(state)) return [];
  const payment = payments.find(({ id }) => id === change.payment_id);
  const price = `${formatMinor(change.charge_minor, change.currency)} ${change.currency}`;
  const summary = payment && getCardSummary(payment);
  const card = summary ? `the ${describeCard(summary)}` : 'the card';
  const isHeld = payment?.state === 'capturing';
  const released = isHeld ? ` ${card.charAt(0).toUpperCase()}${card.slice(1)} is released.` : '';
  const changeId = change.id;
  return [
    ...(isHeld && bookedStates.includes(state)
      ? [
          {
            ...{ action: 'charge' as const, changeId },
            effect: `Tries again to charge ${card} ${price} for the change that the airline has made. If it refuses, the change stays as it is.`,
          },
        ]
      : []),
    {
      ...{ action: 'waive' as const, changeId },
      effect: `Ends the change that the airline has made without its price of ${price}, and tells the traveller that it costs nothing.${released}`,
    },
    {
      ...{ action: 'settle' as const, changeId },
      effect: `Ends the change that the airline has made as paid in another way, by what you have agreed with the traveller in place of its price of ${price}, and tells them. No card is charged.${released}`,
    },
  ];
}

const stoppableStates: readonly BookingState[] = ['accepting', 'cancelling', 'changing', 'charging_change'];

/** Whether the airline is asked for something that it keeps failing, which a person may stop. (LEDGER-10) */
export const canStop = (
  { id, state }: Pick<Booking, 'id' | 'state'>,
  cases: readonly { subject: string; closedAt: string | null }[],
): boolean =>
  stoppableStates.includes(state) &&
  cases.some(({ subject, closedAt }) => subject === toStuckSubject({ id }) && closedAt === null);

export const stopAction: PossibleAction = {
  action: 'stop',
  effect:
    'Asks the airline no more. As soon as it shows that nothing was done, the booking stays as it is, and the trip or a mail says so; if it was done, it is ended as usual.',
};

/** The step refuses as soon as the provider shows that the effect is absent; it asks no more. */
export async function stopAsking(trx: Database, { id }: Booking): Promise<void> {
  const stopped = await trx
    .updateTable('bookings')
    .set({
      refusal: JSON.stringify({ code: 'stopped', message: 'stopped by support' }),
      next_attempt_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', stoppableStates)
    .returning('id')
    .executeTakeFirst();
  if (!stopped) throw notPossible();
}
