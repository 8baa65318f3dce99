import { formatMinor, listFareRules, type BookingRecord } from '@fareline/contracts';
import { formatBookingReference } from '../bookings/booking-mail.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { DisputeEvidence } from '../stripe/card-gateway.ts';

type Recorded = Pick<BookingRecord, 'steps' | 'mails' | 'flights' | 'passengers'>;

/**
 * What the tables have of a purchase, for the cardholder's bank: what was sold, to whom, by which rules, and when it was confirmed and
 * sent. The IP address is not stored. (LEDGER-06)
 */
export function describeEvidence(
  booking: Booking,
  payment: Pick<Payment, 'is_authenticated'>,
  { steps, mails, flights, passengers }: Recorded,
): DisputeEvidence {
  const { booking_data: data, currency, contact_email: email } = booking;
  const price = `${formatMinor(booking.amount_minor, currency)} ${currency}`;
  const rules = listFareRules(data, (amount, of) => `${amount} ${of}`);
  const lines = [
    `Sold: ${flights.join('; ')}.`,
    `Passengers: ${passengers.join('; ')}.`,
    `Price, agreed before the payment: ${price}.`,
    `Rules of the fare, shown before the payment: ${rules.map(({ text }) => text).join(' ')}`,
    payment.is_authenticated && 'The cardholder passed a challenge of their bank.',
    `Booking reference of the airline: ${formatBookingReference(booking)}; order ${booking.order_id ?? 'none'}.`,
    ...steps.map(({ state, at }) => `${at} booking ${state.replaceAll('_', ' ')}`),
    ...mails.map(
      ({ kind, sentAt }) =>
        sentAt && `${sentAt} mail to ${email}: ${kind.replace('mail_', '').replaceAll('_', ' ')}`,
    ),
  ];
  return {
    name: `${booking.contact_first_name} ${booking.contact_last_name}`,
    email,
    product: `Flights: ${flights.join('; ')}`,
    serviceDate: (data.slices[0]?.segments[0]?.departing_at ?? '').slice(0, 10),
    text: lines.filter(Boolean).join('\n'),
  };
}
