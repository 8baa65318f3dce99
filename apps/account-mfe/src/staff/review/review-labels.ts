import {
  describeCancellation,
  describeRefusal,
  type BookingRecord,
  type PastAction,
  type ReviewAction,
  type ReviewActionRow,
  type ReviewCase,
  type ReviewCaseKind,
} from '@fareline/contracts';
import { formatPriceWithCode } from '@fareline/presentation/formats';
import { reviewActions } from '@fareline/contracts/schemas';

export const caseLabels: Record<ReviewCaseKind, string> = {
  risk: 'Risk before the order',
  booking: 'Booking stopped',
  payment: 'Payment stopped',
  late_order: 'Late order',
  late_hold: 'Late card authorisation',
  refund_failed: 'Refund failed',
  dispute: 'Dispute',
  fraud_warning: 'Fraud warning',
  airline_change: 'Change by the airline',
  airline_balance: 'Balance too low',
  mail_bounced: 'Mails do not arrive',
  reconciliation: 'Difference at a provider',
};

/** What a button of a case is about: a booking may have several cases. */
export const nameCase = ({ kind, subject, booking }: ReviewCase): string =>
  `the case ${booking?.reference ?? subject}, ${caseLabels[kind]}`;

const stateLabels: Record<string, string> = {
  risk_review: 'Waiting for a decision',
  authorised: 'Card held',
  ordering: 'Ordering',
  pending: 'Waiting for the airline',
  ordered: 'Ordered',
  capturing: 'Charging the card',
  confirmed: 'Confirmed',
  releasing: 'Cancelling the unpaid order',
  voiding: 'Releasing the card',
  voided: 'Failed, nothing charged',
  needs_review: 'Needs review',
  accepting: 'Accepting new flights at the airline',
  changing: 'Changing at the airline',
  charging_change: 'Charging a change',
  voiding_change: 'Releasing the card of a change',
  cancelling: 'Cancelling',
  cancelled: 'Cancelled',
  cancelled_by_airline: 'Cancelled by the airline',
  completed: 'Completed',
};

export const bookingStates = Object.keys(stateLabels);

/** A state that a newer service may know shows as it is. */
export const formatState = (state: string): string => stateLabels[state] ?? state;

const paymentStateLabels: Record<string, string> = {
  authorising: 'Asking the bank',
  authorised: 'Held',
  declined: 'Declined',
  capturing: 'Charging',
  captured: 'Charged',
  voiding: 'Releasing',
  voided: 'Released',
  settled: 'Settled by hand',
};
export const formatPaymentState = (state: string): string => paymentStateLabels[state] ?? state;

/** What the traveller finds in My Trips. (RULE-04) */
export const describeBookingCancellation = ({ cancellability, createdAt, trip }: BookingRecord): string =>
  describeRefusal(cancellability, trip) ??
  describeCancellation(trip, { cancellability, created_at: createdAt }, formatPriceWithCode);

export const refundStateLabels: Record<BookingRecord['refunds'][number]['state'], string> = {
  due: 'waiting',
  pending: 'under way',
  succeeded: 'paid',
  failed: 'failed',
  disputed: 'held until the dispute of its payment is decided',
  by_bank: 'given back by the bank',
};

const disputeLabels: Record<NonNullable<BookingRecord['payment']['dispute']>, string> = {
  open: 'Waits for a decision, nothing of this payment is refunded until then',
  won: 'Won, the money stays',
  lost: 'Lost, the bank has given back',
};

export const formatDispute = (
  dispute: NonNullable<BookingRecord['payment']['dispute']>,
  lost: string,
): string => (dispute === 'lost' ? `${disputeLabels.lost} ${lost}` : disputeLabels[dispute]);

/** How an action is shown; one that a newer service may know by its name. */
const describeAction = (action: ReviewAction): ReviewActionRow =>
  reviewActions[action] ?? { ...reviewActions.retry, label: action, confirmLabel: action };

/** How an action that is possible is shown; of a mail, by which one. */
export function describePossible({ action, mail }: BookingRecord['actions'][number]): ReviewActionRow {
  const row = describeAction(action);
  const suffix = mail ? ` (${formatMail(mail)})` : '';
  return { ...row, label: `${row.label}${suffix}`, confirmLabel: `${row.confirmLabel}${suffix}` };
}

export const formatPastAction = (action: PastAction): string =>
  action === 'join' ? 'Joined from order and payment' : describeAction(action).label;

const mailLabels: Record<string, string> = {
  mail_confirmed: 'Confirmation',
  mail_failed: 'Could not be completed',
  mail_cancelled: 'Cancellation',
  mail_review: 'A person is looking',
  mail_airline_change: 'Changed by the airline',
  mail_airline_cancelled: 'Cancelled by the airline',
  mail_refunded: 'Refund',
  mail_refund_failed: 'Refund failed',
  mail_changed: 'Flights or bags changed',
  mail_change_failed: 'Change failed',
  mail_change_unpaid: 'Change not paid',
  mail_cancel_failed: 'Not cancelled',
  mail_change_offered: 'Link to pay a change',
  mail_contact: 'Mails go to another address',
  mail_contact_code: 'Code for the corrected address',
  mail_check_in: 'Check-in reminder',
  mail_message: 'Message of support',
  trip_code: 'Code for Find your trip',
};
export const formatMail = (kind: string): string => mailLabels[kind] ?? kind;

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 hours", "1 day". */
export function formatAge(since: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(since)) / 1000);
  const unit = units.find(([, length]) => seconds >= length);
  if (!unit) return 'less than a minute';
  const [name, length] = unit;
  const count = Math.floor(seconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
