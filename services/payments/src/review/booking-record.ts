import {
  formatMinor,
  formatRoute,
  type BookingRecord,
  type ReviewCase,
  type ReviewedBooking,
} from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import type { Selectable } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { findBounce } from '../mail/record-bounce.ts';
import { getCancellability } from '../amendments/cancellability.ts';
import { getChangeOptions } from '../amendments/changeability.ts';
import { getCardSummary } from '../cards/payment-result.ts';
import type { BookingActionsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { canRefund, filterRefundable, findPayments } from '../reconciliation/read-payments.ts';
import { getRefundTold } from '../refunds/booking-refund.ts';
import { describeDisputes, sumLost, type PaidPayment } from '../refunds/paid-payments.ts';
import { addCharges } from '../refunds/read-charges.ts';
import type { Refund } from '../refunds/refund.repository.ts';
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
  route: formatRoute(booking.booking_data),
  amount: formatMinor(booking.amount_minor, booking.currency),
  currency: booking.currency,
  createdAt: booking.created_at.toISOString(),
  openCases,
});

function getOrigin({ cancellation_id, change_id }: Pick<Refund, 'cancellation_id' | 'change_id'>): string {
  if (change_id) return 'Change of flights';
  return cancellation_id ? 'Cancellation' : 'Card provider';
}

/** What the card provider says of a refund; of one that is due, also what its payment's dispute means for it. */
function describeState(refund: Refund, payments: readonly PaidPayment[]) {
  const paid = payments.find(({ id }) => id === refund.payment_id);
  const told = paid && getRefundTold(refund, paid);
  return told === 'by_bank' || told === 'disputed' ? told : refund.state;
}

type BookingAction = Selectable<BookingActionsTable>;

const toHistoryEntry = (
  { id, action, text, user_name, created_at }: BookingAction,
  refund: Refund | undefined,
) => ({
  id,
  action,
  text: [refund && formatMinorWithCode(refund.amount_minor, refund.currency), text]
    .filter(Boolean)
    .join(': '),
  by: user_name,
  at: created_at.toISOString(),
});

/** Everything that is recorded of a booking, and what support can do with it. Throws BOOKING_NOT_FOUND. (REVIEW-01, REVIEW-02) */
export async function readBookingRecord(deps: Deps, id: string): Promise<BookingRecord> {
  const before = await getReviewedBooking(deps.db, id);
  const read = await findPayments(deps, before);
  const recorded = await readRecordedBooking(deps.db, id);
  const { booking, payment, payments, actions, refunds, cases, now, wait } = recorded;
  const wasCharged = (paid: PaidPayment) =>
    read.some((earlier) => earlier.id === paid.id && earlier.state === 'captured');
  // The booking went on meanwhile, so its charge is read now.
  if (payments.some((paid) => canRefund(booking, paid) && !wasCharged(paid)))
    return readBookingRecord(deps, id);
  return {
    ...toReviewedBooking(booking, cases.filter(({ closedAt }) => closedAt === null).length),
    ...describeRecorded(recorded),
    cancellability: getCancellability(booking, now),
    mailProblem: findBounce(booking) ?? null,
    addressCorrection:
      wait || booking.pending_email !== null
        ? {
            pending: booking.pending_email,
            former: wait?.former ?? null,
            until: wait?.until.toISOString() ?? null,
          }
        : null,
    order: { id: booking.order_id, amount: booking.provider_amount, currency: booking.provider_currency },
    payment: {
      id: payment.id,
      state: payment.state,
      dispute: describeDisputes(payments),
      disputeLost: formatMinor(sumLost(payments), booking.currency),
      intentId: payment.intent_id,
      card: getCardSummary(payment),
    },
    refunds: refunds.map((refund) => ({
      id: refund.provider_id,
      amount: formatMinor(refund.amount_minor, refund.currency),
      state: describeState(refund, payments),
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
        refundable: filterRefundable(booking, addCharges(payments, read)),
        evidence: await findEvidence(deps, recorded).catch((error: unknown) => {
          deps.log.warn({ err: error, booking: id }, 'the order could not be read');
          return undefined;
        }),
      }),
    ),
  };
}
