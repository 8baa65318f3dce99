import { formatMinor, type BookingRecord, type ReviewCase, type ReviewedBooking } from '@fareline/contracts';
import type { Selectable } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { findBounce } from '../mail/record-bounce.ts';
import { getCancellability } from '../amendments/cancellability.ts';
import { getChangeOptions } from '../amendments/changeability.ts';
import { getCardSummary } from '../cards/payment-result.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import type { BookingActionsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { canRefund, findMostLeft, findRefundableCharges } from '../reconciliation/refundable-charge.ts';
import { isReturnedByBank, type Refund } from '../refunds/refund.repository.ts';
import { toActionFacts } from './action-facts.ts';
import { listPossibleActions } from './actions.ts';
import { findEvidence } from './dispute-evidence.ts';
import { describeRecorded, getReviewedBooking, readRecordedBooking } from './recorded-booking.ts';

export const toReviewedBooking = (booking: Booking, openCases: number): ReviewedBooking => ({
  id: booking.id,
  reference: booking.booking_reference ?? booking.order_id,
  state: booking.state,
  mode: booking.mode,
  brand: booking.brand,
  contactName: `${booking.contact_first_name} ${booking.contact_last_name}`,
  contactEmail: booking.contact_email,
  amount: formatMinor(booking.amount_minor, booking.currency),
  currency: booking.currency,
  createdAt: booking.created_at.toISOString(),
  openCases,
});

function getOrigin({ cancellation_id, change_id }: Pick<Refund, 'cancellation_id' | 'change_id'>): string {
  if (change_id) return 'Change of flights';
  return cancellation_id ? 'Cancellation' : 'Card provider';
}

/** The bank has given back the payment of a refund that was to be made. */
const isEndedByBank = (refund: Refund, payments: readonly Payment[], refunds: readonly Refund[]): boolean =>
  payments.some(
    (payment) =>
      payment.id === refund.payment_id &&
      isReturnedByBank(
        refund,
        payment,
        refunds.filter(({ payment_id }) => payment_id === payment.id),
      ),
  );

type BookingAction = Selectable<BookingActionsTable>;

const toHistoryEntry = (
  { id, action, text, user_name, created_at }: BookingAction,
  refund: Refund | undefined,
) => ({
  id,
  action,
  text: [refund && `${formatMinor(refund.amount_minor, refund.currency)} ${refund.currency}`, text]
    .filter(Boolean)
    .join(': '),
  by: user_name,
  at: created_at.toISOString(),
});

/** Everything that is recorded of a booking, and what support can do with it. Throws BOOKING_NOT_FOUND. (REVIEW-01, REVIEW-02) */
export async function readBookingRecord(deps: Deps, id: string): Promise<BookingRecord> {
  const before = await getReviewedBooking(deps.db, id);
  const wasRefundable = canRefund(before, await getPayment(deps.db, before.payment_id));
  const charges = await findRefundableCharges(deps, before);
  const recorded = await readRecordedBooking(deps.db, id);
  const { booking, payment, payments, actions, refunds, cases, now } = recorded;
  // The booking went on meanwhile, so its charge is read now.
  if (charges.length === 0 && !wasRefundable && canRefund(booking, payment))
    return readBookingRecord(deps, id);
  return {
    ...toReviewedBooking(booking, cases.filter(({ closedAt }) => closedAt === null).length),
    ...describeRecorded(recorded),
    cancellability: getCancellability(booking, now),
    mailProblem: findBounce(booking) ?? null,
    order: { id: booking.order_id, amount: booking.provider_amount, currency: booking.provider_currency },
    payment: {
      id: payment.id,
      state: payment.state,
      dispute: payment.dispute_state,
      disputeLost: formatMinor(payment.dispute_lost_minor, booking.currency),
      intentId: payment.intent_id,
      card: getCardSummary(payment),
    },
    refunds: refunds.map((refund) => ({
      id: refund.provider_id,
      amount: formatMinor(refund.amount_minor, refund.currency),
      state: isEndedByBank(refund, payments, refunds) ? 'by_bank' : refund.state,
      by: actions.find(({ id: actionId }) => actionId === refund.action_id)?.user_name ?? getOrigin(refund),
      at: refund.created_at.toISOString(),
    })),
    cases: cases satisfies ReviewCase[],
    changeOptions: getChangeOptions(booking, now),
    trip: booking.booking_data,
    changes: recorded.changes,
    history: actions.map((action) =>
      toHistoryEntry(
        action,
        refunds.find(({ action_id }) => action_id === action.id),
      ),
    ),
    actions: listPossibleActions(
      toActionFacts(recorded, {
        refundable: findMostLeft(charges, refunds),
        evidence: await findEvidence(deps, recorded).catch((error: unknown) => {
          deps.log.warn({ err: error, booking: id }, 'the order could not be read');
          return undefined;
        }),
      }),
    ),
  };
}
