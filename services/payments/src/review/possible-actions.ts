import {
  cancellationRefusals,
  describeCard,
  formatMinor,
  getOpenChange,
  type BookingRecord,
  type Cancellability,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { cancelledStates, type Booking } from '../bookings/booking.repository.ts';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { BookingState, OutboxKind } from '../db/schema.ts';
import { undecidedStates } from '../review-cases/case-decisions.ts';
import type { DisputeEvidence } from '../stripe/card-gateway.ts';

export const notPossible = (message?: string) =>
  new AppError('ACTION_NOT_POSSIBLE', message ? { message } : {});

export type PossibleAction = BookingRecord['actions'][number];

/** What `retry` does, by the step at which the booking stopped. */
const retryEffects = {
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

const mailNames: Partial<Record<OutboxKind, string>> = {
  mail_confirmed: 'confirmation',
  mail_failed: 'notice of failure',
  mail_cancelled: 'confirmation of the cancellation',
  mail_review: 'notice that a person is looking',
  mail_airline_change: 'notice of a change by the airline',
  mail_airline_cancelled: 'notice of a cancellation by the airline',
  mail_refunded: 'notice of the refund',
  mail_refund_failed: 'notice of a failed refund',
  mail_changed: 'notice of a change',
  mail_change_failed: 'notice of a change that failed',
  mail_change_unpaid: 'notice of a change that is not paid',
  mail_cancel_failed: 'notice of a cancellation that failed',
  mail_check_in: 'reminder of check-in',
  mail_message: 'last message of support',
};

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

/** Mails of one moment: a change of address is past, and the price of an offer does not hold. */
const passingMails: readonly string[] = ['mail_contact', 'mail_change_offered'];

/** Whether a mail that was sent is still true: that a person is looking ends with the decision. (REVIEW-03) */
export const canResend = (mail: string, { state }: Pick<Booking, 'state'>): boolean =>
  !passingMails.includes(mail) && (mail !== 'mail_review' || undecidedStates.includes(state));

/** Whether the payment can be voided by hand: nothing was charged, and no order is known. */
export const canVoid = (
  { state, order_id }: Pick<Booking, 'state' | 'order_id'>,
  payment: Pick<Payment, 'state'>,
): boolean => undecidedStates.includes(state) && order_id === null && payment.state !== 'captured';

const statesWithoutAuthorisation: readonly Payment['state'][] = ['captured', 'voided', 'declined', 'settled'];

/** Whether the card can be charged for the order that exists. (LEDGER-05) */
export const canCharge = (
  { state, order_id }: Pick<Booking, 'state' | 'order_id'>,
  payment: Pick<Payment, 'state'>,
): boolean =>
  state === 'needs_review' && order_id !== null && !statesWithoutAuthorisation.includes(payment.state);

/** Whether the order can be cancelled whatever the airline keeps: nothing was charged for it. (LEDGER-05) */
export const canCancelOrder = (
  { state, order_id }: Pick<Booking, 'state' | 'order_id'>,
  payment: Pick<Payment, 'state'>,
): boolean => state === 'needs_review' && order_id !== null && payment.state !== 'captured';

function formatCard(payment: Payment): string {
  const summary = getCardSummary(payment);
  return summary ? `the ${describeCard(summary)}` : 'the card';
}

/** What support can do with a booking now, each with its effect in a sentence. (REVIEW-02) */
export function listPossibleActions({
  booking,
  payment,
  retryState,
  refundable,
  cancellability,
  sentMails,
  isCorrectable,
  evidence,
  ofChanges,
}: {
  booking: Booking;
  payment: Payment;
  retryState: RetryState | undefined;
  /** What is left of the charge that can be refunded most. */
  refundable: { payment: Payment | undefined; minor: number };
  cancellability: Cancellability;
  sentMails: readonly OutboxKind[];
  /** An open case says that a row differs from what both providers have. */
  isCorrectable: boolean;
  /** Undefined unless a dispute waits for it. */
  evidence: DisputeEvidence | undefined;
  /** How what is under way or not paid can be ended. */
  ofChanges: readonly PossibleAction[];
}): PossibleAction[] {
  const { currency, contact_email } = booking;
  const card = formatCard(payment);
  const format = (minor: number) => `${formatMinor(minor, currency)} ${currency}`;
  const actions: PossibleAction[] = [...ofChanges];
  if (booking.state === 'risk_review') actions.push({ action: 'accept', effect: retryEffects.authorised });
  if (retryState) actions.push({ action: 'retry', effect: retryEffects[retryState] });
  if (retryState !== 'capturing' && canCharge(booking, payment))
    actions.push({
      action: 'charge',
      effect: `Charges ${format(booking.amount_minor)} on ${card} for the order that exists, and confirms the booking. If the card refuses, the order is cancelled where the airline keeps nothing.`,
    });
  if (cancellationRefusals[cancellability] === null)
    actions.push({
      action: 'cancel',
      effect: `Cancels the flights at the airline, pays back to ${card} what its quote says, which is shown before, and tells the traveller by mail.`,
    });
  if (canCancelOrder(booking, payment))
    actions.push({
      action: 'cancel_order',
      effect: `Cancels the order at the airline, whatever it keeps of our balance${statesWithoutAuthorisation.includes(payment.state) ? '' : ', and releases the card'}. The booking ends as failed, and the traveller is told that nothing was charged.`,
    });
  if (canVoid(booking, payment))
    actions.push({
      action: 'void',
      effect: `Releases ${format(booking.amount_minor)} on ${card}. The booking ends as failed, and the traveller is told that nothing was charged.`,
    });
  if (refundable.minor > 0)
    actions.push({
      action: 'refund',
      effect: `Pays up to ${format(refundable.minor)} back to ${formatCard(refundable.payment ?? payment)}, and tells the traveller by mail. ${cancelledStates.includes(booking.state) ? 'The flights are cancelled already.' : 'The flights are not cancelled.'}`,
      maxAmount: formatMinor(refundable.minor, currency),
    });
  if (booking.state === 'needs_review')
    actions.push({
      action: 'settle',
      effect: `Ends the booking as ${booking.order_id ? 'confirmed, and sends the confirmation' : 'cancelled'}, by what you have agreed with the traveller. No money moves${payment.state === 'captured' ? '' : ', and a hold on the card is released'}.`,
    });
  if (isCorrectable)
    actions.push({
      action: 'correct',
      effect:
        'Writes what both providers say into the booking: charge, order, amounts, confirmed. No money moves, nobody is written to, and the case is closed.',
    });
  const change = getOpenChange(booking.booking_data);
  if (booking.state === 'confirmed' && change?.actions.includes('accept'))
    actions.push({
      action: 'accept_change',
      effect:
        'Tells the airline that the traveller takes the flights as it has changed them. What it gives back afterwards is by the rules of the fare.',
      changeId: change.id,
    });
  if (evidence)
    actions.push({
      action: 'evidence',
      effect:
        "Sends the card provider this text as evidence against the dispute, once; nothing can be added afterwards. The cardholder's bank decides, which can take months.",
      evidence: evidence.text,
    });
  actions.push(
    {
      action: 'contact',
      effect: `Sends all mails about this booking, codes for Find your trip too, to another address than ${contact_email}, which is told. Please make sure that the caller has booked; the email address of an account stays.`,
    },
    {
      action: 'write',
      effect: `Mails your message to ${contact_email} in the name of the brand, with the booking reference. An answer comes into the mailbox of the brand.`,
    },
  );
  for (const mail of sentMails.filter((sent) => canResend(sent, booking)))
    actions.push({
      action: 'resend',
      effect: `Sends the ${mailNames[mail] ?? 'mail'} to ${contact_email} again.`,
      mail,
    });
  actions.push({ action: 'note', effect: 'Adds a note for colleagues. The traveller does not see it.' });
  return actions;
}
