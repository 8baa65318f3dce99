import { formatMinor, type BookingRecord, type ReviewCase, type ReviewedBooking } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { Selectable } from 'kysely';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { getCancellability } from '../bookings/cancellability.ts';
import { getCardSummary } from '../cards/payment-result.ts';
import { getPayment } from '../cards/payment.repository.ts';
import { readNow } from '../db/read-now.ts';
import { mailKinds, type BookingActionsTable, type Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { findRefundableCharge, getLeftMinor } from '../reconciliation/refundable-charge.ts';
import { isReturnedByBank, listRefunds, type Refund } from '../bookings/refund.repository.ts';
import { describeEvidence } from './dispute-evidence.ts';
import { isCorrectable } from './correct-booking.ts';
import { getRetryState, listPossibleActions } from './possible-actions.ts';
import { listCases } from '../review-cases/review-case.repository.ts';

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

const formatFlights = ({ booking_data: { slices } }: Booking): string[] =>
  slices.flatMap(({ segments }) =>
    segments.map(
      ({ flight_number, origin, destination, departing_at }) =>
        `${flight_number ?? ''} ${origin.iata_code ?? '?'} to ${destination.iata_code ?? '?'}, ${(departing_at ?? '').slice(0, 16).replace('T', ' ')} local time`,
    ),
  );

const getOrigin = ({ cancellation_id }: Pick<Refund, 'cancellation_id'>): string =>
  cancellation_id ? 'Cancellation' : 'Card provider';

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

/** Throws BOOKING_NOT_FOUND. */
export const getReviewedBooking = (db: Database, id: string): Promise<Booking> =>
  getBooking(db, id).catch(() => {
    throw new AppError('BOOKING_NOT_FOUND');
  });

/** Everything that is recorded of a booking, and what support can do with it. Throws BOOKING_NOT_FOUND. (REVIEW-01, REVIEW-02) */
export async function readBookingRecord(deps: Deps, id: string): Promise<BookingRecord> {
  const { db } = deps;
  const booking = await getReviewedBooking(db, id);
  const charge = await findRefundableCharge(deps, booking);
  const [payment, steps, mails, actions, refunds, cases, now] = await Promise.all([
    getPayment(db, booking.payment_id),
    db.selectFrom('booking_steps').selectAll().where('booking_id', '=', id).orderBy('id').execute(),
    db
      .selectFrom('outbox')
      .select(['kind', 'created_at', 'done_at'])
      .where('subject', '=', id)
      .where('kind', 'in', mailKinds)
      .orderBy('created_at')
      .execute(),
    db.selectFrom('booking_actions').selectAll().where('booking_id', '=', id).orderBy('created_at').execute(),
    listRefunds(db, booking.payment_id),
    listCases(db, (query) => query.where('review_cases.booking_id', '=', id)),
    readNow(db),
  ]);
  const sentMails = [...new Set(mails.filter(({ done_at }) => done_at !== null).map(({ kind }) => kind))];
  const cancellability = getCancellability(booking, now);
  const recorded = {
    steps: steps.map(({ state, at }) => ({ state, at: at.toISOString() })),
    flights: formatFlights(booking),
    passengers: booking.booking_data.passengers.map(
      ({ given_name, family_name, type }) => `${given_name} ${family_name} (${type})`,
    ),
    mails: mails.map(({ kind, created_at, done_at }) => ({
      kind,
      at: created_at.toISOString(),
      sentAt: done_at?.toISOString() ?? null,
    })),
  };
  const canAnswer = payment.dispute_state === 'open' && actions.every(({ action }) => action !== 'evidence');
  return {
    ...toReviewedBooking(booking, cases.filter(({ closedAt }) => closedAt === null).length),
    ...recorded,
    cancellability,
    order: { id: booking.order_id, amount: booking.provider_amount, currency: booking.provider_currency },
    payment: {
      id: payment.id,
      state: payment.state,
      dispute: payment.dispute_state,
      intentId: payment.intent_id,
      card: getCardSummary(payment),
    },
    refunds: refunds.map(({ provider_id, amount_minor, currency, state, action_id, ...refund }) => ({
      id: provider_id,
      amount: formatMinor(amount_minor, currency),
      state: isReturnedByBank({ state }, payment) ? 'by_bank' : state,
      by: actions.find(({ id: actionId }) => actionId === action_id)?.user_name ?? getOrigin(refund),
      at: refund.created_at.toISOString(),
    })),
    cases: cases satisfies ReviewCase[],
    history: actions.map((action) =>
      toHistoryEntry(
        action,
        refunds.find(({ action_id }) => action_id === action.id),
      ),
    ),
    actions: listPossibleActions({
      booking,
      payment,
      retryState: getRetryState(booking, steps, payment),
      refundableMinor: charge ? getLeftMinor(booking, charge, refunds) : 0,
      cancellability,
      sentMails,
      isCorrectable: isCorrectable(booking, cases),
      evidence: canAnswer ? describeEvidence(booking, payment, recorded) : undefined,
    }),
  };
}
