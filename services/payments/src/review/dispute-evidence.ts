import { listFareRules, type Ticket } from '@fareline/contracts';
import { formatMinorWithCode, formatPriceWithCode, formatUtc } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import { formatBookingReference } from '../bookings/format-reference.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import type { PaidPayment } from '../refunds/paid-payments.ts';
import type { DisputeEvidence } from '../stripe/card-gateway.ts';
import { notPossible } from './not-possible.ts';
import { describeRecorded, readRecordedBooking, type RecordedBooking } from './recorded-booking.ts';

/**
 * What is stored of a purchase, for the cardholder's bank: what was sold, to whom, by which rules, with which tickets, when and from where
 * the terms were accepted, and when it was confirmed and sent. (LEDGER-06)
 */
function describeEvidence(
  recorded: RecordedBooking,
  payment: PaidPayment,
  tickets: readonly Ticket[],
): DisputeEvidence {
  const { booking } = recorded;
  const { steps, mails, flights, passengers } = describeRecorded(recorded);
  const { booking_data: data, currency, contact_email: email } = booking;
  const isOfChange = payment.id !== booking.payment_id;
  const minor = isOfChange ? payment.amount_minor : booking.amount_minor;
  const price = `${formatMinorWithCode(minor, currency)}${isOfChange ? ', for a change of the booking' : ''}`;
  // What the airline has said since was not shown.
  const rules = listFareRules(
    { ...data, refunded_as_credit: false },
    { created_at: booking.created_at.toISOString() },
    formatPriceWithCode,
  );
  const lines = [
    `Sold: ${flights.join('; ')}.`,
    `Passengers: ${passengers.join('; ')}.`,
    `Price, agreed before the payment: ${price}.`,
    `Rules of the fare, shown before the payment: ${rules.map(({ text }) => text).join(' ')}`,
    payment.ip_address !== null &&
      `Terms of service accepted with the button Complete Booking: ${formatUtc(payment.created_at.toISOString())}, IP address ${payment.ip_address}.`,
    payment.is_authenticated && 'The cardholder passed a challenge of their bank.',
    `Booking reference of the airline: ${formatBookingReference(booking)}; order ${booking.order_id ?? 'none'}.`,
    tickets.length > 0 &&
      `Electronic tickets issued by the airline: ${tickets.map(({ number }) => number).join(', ')}.`,
    ...steps.map(({ state, at }) => `${formatUtc(at)} booking ${state.replaceAll('_', ' ')}`),
    ...mails.map(
      ({ kind, sentAt }) =>
        sentAt && `${formatUtc(sentAt)} mail to ${email}: ${kind.replace('mail_', '').replaceAll('_', ' ')}`,
    ),
  ];
  return {
    name: `${booking.contact_first_name} ${booking.contact_last_name}`,
    email,
    ipAddress: payment.ip_address,
    product: `Flights: ${flights.join('; ')}`,
    serviceDate: (data.slices[0]?.segments[0]?.departing_at ?? '').slice(0, 10),
    text: lines.filter(Boolean).join('\n'),
  };
}

/** The oldest open dispute of a booking that waits for our evidence, and its payment. */
const findUnanswered = ({ payments }: RecordedBooking) =>
  payments
    .flatMap((payment) => payment.disputes.map((dispute) => ({ payment, dispute })))
    .find(({ dispute }) => dispute.state === 'open' && dispute.answered_at === null);

/** The answer to an open dispute of a booking; undefined without one that waits for it. Rejects while the airline cannot be asked. */
export async function findEvidence(
  { flightProvider }: Deps,
  recorded: RecordedBooking,
): Promise<DisputeEvidence | undefined> {
  const { booking } = recorded;
  const disputed = findUnanswered(recorded);
  if (!disputed) return undefined;
  const order = booking.order_id && (await flightProvider.getBookedOrder(booking.mode, booking.order_id));
  return describeEvidence(recorded, disputed.payment, order ? order.tickets : []);
}

/** Before the commit of the action, so that a repeat after a crash finds that the provider has it. Returns the dispute's id. (LEDGER-06, LEDGER-14) */
export async function answerDispute(deps: Deps, bookingId: string): Promise<string> {
  const recorded = await readRecordedBooking(deps.db, bookingId);
  const { mode } = recorded.payment;
  const dispute = findUnanswered(recorded)?.dispute;
  const evidence = await findEvidence(deps, recorded).catch(throwUnavailable);
  if (!dispute || !evidence) throw notPossible();
  const isTaken = await deps.cardGateway.submitEvidence(mode, dispute.id, evidence).catch(throwUnavailable);
  if (!isTaken) throw notPossible('The card provider takes no evidence for this dispute any more.');
  return dispute.id;
}

export async function recordAnswer(trx: Database, disputeId: string): Promise<void> {
  await trx
    .updateTable('disputes')
    .set({ answered_at: sql`now()` })
    .where('id', '=', disputeId)
    .execute();
}
