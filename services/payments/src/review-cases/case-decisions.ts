import type { CaseDecision, ReviewCaseKind } from '@fareline/contracts';
import type { BookingState, PaymentState } from '../db/schema.ts';

/** Cases that end with a decision on their booking. */
export const decidedCaseKinds: readonly ReviewCaseKind[] = ['booking', 'late_order', 'risk'];
/** States of which the traveller is told that a person is looking. */
export const undecidedStates: readonly BookingState[] = ['needs_review', 'risk_review'];

const orphanPrefix = 'booking_unknown:';
const chargePattern = /^(payment_unknown|captured_without_booking):/;

interface NamedCase {
  kind: ReviewCaseKind;
  subject: string;
}

/** The booking id of an order and a payment that are in no table. (LEDGER-07) */
export const findOrphanId = ({ kind, subject }: NamedCase): string | undefined =>
  kind === 'reconciliation' && subject.startsWith(orphanPrefix)
    ? subject.slice(orphanPrefix.length)
    : undefined;

interface DecidableCase extends NamedCase {
  closed_at: Date | null;
  booking_state: BookingState | null;
  payment_state: PaymentState | null;
  intent_id: string | null;
  /** It is about a change that is made and not paid. */
  is_unpaid: boolean;
}

/** The intent of a charge that is for no booking. (LEDGER-05) */
export function findStrayIntent({ kind, subject, payment_state, intent_id }: DecidableCase) {
  if (kind === 'reconciliation') return chargePattern.test(subject) ? subject.split(':')[1] : undefined;
  return kind === 'payment' && payment_state === 'captured' ? (intent_id ?? undefined) : undefined;
}

const handRefundPrefix = 'refund_unknown:';

/** The subject of the case of a refund that was made at the card provider by hand. */
export const toHandRefundSubject = (providerId: string): string => `${handRefundPrefix}${providerId}`;

/** The card provider's id of a refund that was made there by hand, and can still be an advance. (REFUND-02) */
export const findHandRefund = ({ kind, subject, closed_at, booking_state }: DecidableCase) =>
  kind === 'reconciliation' &&
  subject.startsWith(handRefundPrefix) &&
  closed_at === null &&
  booking_state === 'confirmed'
    ? subject.slice(handRefundPrefix.length)
    : undefined;

/** What support can decide on a case; the actions on its booking are apart. (LEDGER-05) */
export function listDecisions(row: DecidableCase): CaseDecision[] {
  const { kind, booking_state: state } = row;
  // First it is decided what becomes of the booking.
  const isUndecided =
    row.is_unpaid || (decidedCaseKinds.includes(kind) && state !== null && undecidedStates.includes(state));
  if (row.closed_at || isUndecided) return [];
  return [
    ...(findOrphanId(row) === undefined ? [] : (['join'] as const)),
    ...(findStrayIntent(row) === undefined ? [] : (['refund'] as const)),
    'close',
  ];
}
