import type { Cancellability } from '@fareline/contracts';
import type { StoredChange } from '../amendments/amendment.repository.ts';
import { getCancellability } from '../amendments/cancellability.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { BookingState, OutboxKind } from '../db/schema.ts';
import type { PaidPayment } from '../refunds/paid-payments.ts';
import { toStuckSubject } from '../review-cases/review-case.repository.ts';
import type { DisputeEvidence } from '../stripe/card-gateway.ts';
import { isCorrectable } from './correct-booking.ts';
import type { RecordedBooking } from './recorded-booking.ts';

/** A change that the airline has made and that is not paid, with the payment that was to pay it. */
export interface UnpaidChange {
  change: StoredChange;
  payment: Payment | undefined;
}

/** What the providers say of a booking, which is read for its record only. */
interface ProvidedFacts {
  /** The payments that can be refunded, with what the card provider has of them. */
  refundable: readonly PaidPayment[];
  /** Undefined unless a dispute waits for it. */
  evidence: DisputeEvidence | undefined;
}

/** By what it is decided which actions of support are possible. */
export interface ActionFacts extends ProvidedFacts {
  booking: Booking;
  payment: Payment;
  retryState: RetryState | undefined;
  cancellability: Cancellability;
  sentMails: readonly OutboxKind[];
  /** An open case says that a row differs from what both providers have. */
  isCorrectable: boolean;
  /** The airline keeps failing what it is asked for. */
  isStoppable: boolean;
  ofChanges: readonly UnpaidChange[];
}

/** What `retry` does, by the step at which the booking stopped. */
export const retryEffects = {
  authorised:
    'Orders the flights and charges the card. If the airline refuses, the card is released and the traveller is told.',
  pending:
    'Looks for the order at the airline again. If there is one, the card is charged; if not, it is released and the traveller is told.',
  capturing: 'Tries again to charge the card for the order that exists.',
  releasing: 'Tries again to cancel the unpaid order where the airline keeps nothing, and releases the card.',
  voiding: 'Tries again to release the card.',
  cancelling: 'Asks the airline again whether the order is cancelled, and refunds the agreed amount.',
} satisfies Partial<Record<BookingState, string>>;
export type RetryState = keyof typeof retryEffects;

/** What cannot be tried again once the card is charged. */
const unpaidSteps: readonly BookingState[] = ['releasing', 'voiding'];

/** The state in which a booking that a person decides on goes on: that of its last step before. Undefined in any other state. */
export function getRetryState(
  { state }: Pick<Booking, 'state'>,
  steps: readonly { state: BookingState }[],
  payment: Pick<Payment, 'state'>,
): RetryState | undefined {
  if (state !== 'needs_review') return undefined;
  const stopped = steps.findLast((step) => step.state !== 'needs_review')?.state;
  if (payment.state === 'captured' && stopped && unpaidSteps.includes(stopped)) return undefined;
  return stopped !== undefined && stopped in retryEffects ? (stopped as RetryState) : undefined;
}

const stoppableStates: readonly BookingState[] = ['accepting', 'cancelling', 'changing', 'charging_change'];

/** Whether the airline is asked for something that it keeps failing, which a person may stop. (LEDGER-10) */
const isStoppable = (
  { id, state }: Pick<Booking, 'id' | 'state'>,
  cases: readonly { subject: string; closedAt: string | null }[],
): boolean =>
  stoppableStates.includes(state) &&
  cases.some(({ subject, closedAt }) => subject === toStuckSubject({ id }) && closedAt === null);

export const toActionFacts = (
  { booking, payment, payments, steps, mails, cases, unpaidChanges, now }: RecordedBooking,
  { refundable = [], evidence }: Partial<ProvidedFacts> = {},
): ActionFacts => ({
  ...{ booking, payment, refundable, evidence },
  retryState: getRetryState(booking, steps, payment),
  cancellability: getCancellability(booking, now),
  sentMails: [...new Set(mails.filter(({ done_at }) => done_at !== null).map(({ kind }) => kind))],
  isCorrectable: isCorrectable(booking, cases),
  isStoppable: isStoppable(booking, cases),
  ofChanges: unpaidChanges.map((change) => ({
    change,
    payment: payments.find(({ id }) => id === change.payment_id),
  })),
});
