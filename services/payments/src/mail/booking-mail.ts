import { formatMinor, type Slice } from '@fareline/contracts';
import type { Booking } from '../bookings/booking-rows.ts';

export interface MailText {
  subject: string;
  text: string;
}

const place = ({ city_name, iata_code }: Slice['origin']) =>
  [city_name, iata_code && `(${iata_code})`].filter(Boolean).join(' ');

/** Airport-local times are written as they are. (D10) */
const when = (local: string | null) => (local ? local.slice(0, 16).replace('T', ' ') : '');

const flightLines = (slices: readonly Slice[]): string[] =>
  slices.flatMap((slice) => [
    `${place(slice.origin)} to ${place(slice.destination)}`,
    ...slice.segments.map(
      ({ flight_number, origin, destination, departing_at, arriving_at }) =>
        `  ${flight_number ?? ''} ${origin.iata_code ?? ''} ${when(departing_at)} - ${destination.iata_code ?? ''} ${when(arriving_at)}`,
    ),
  ]);

const passengerLines = ({ booking_data: { passengers, seats } }: Booking): string[] =>
  passengers.map(({ id, given_name, family_name }) => {
    const designators = seats.filter((seat) => seat.passenger_id === id).map((seat) => seat.designator);
    return `  ${given_name} ${family_name}${designators.length > 0 ? `, seat ${designators.join(', ')}` : ''}`;
  });

const greeting = (booking: Booking) => `Hello ${booking.contact_first_name},`;

/** The confirmation. `claimLink` is for the mail alone; the answer of the booking call leaves it out. Never a password. (MAIL-01) */
export function confirmationMail(booking: Booking, reference: string, claimLink?: string): MailText {
  const { slices, total_amount, total_currency } = booking.booking_data;
  return {
    subject: `Your booking ${reference} is confirmed`,
    text: [
      greeting(booking),
      '',
      'your flights are booked.',
      '',
      `Booking reference: ${reference}`,
      '',
      'Flights (all times are local to the airport)',
      ...flightLines(slices),
      '',
      'Passengers',
      ...passengerLines(booking),
      '',
      `Total paid: ${total_amount} ${total_currency}`,
      ...(claimLink
        ? ['', 'To find this booking in My Trips, sign in or register and open this link:', claimLink]
        : []),
      '',
    ].join('\n'),
  };
}

/** For who was told that the airline's answer is awaited. (PROVIDER-36) */
export function failureMail(booking: Booking): MailText {
  return {
    subject: 'Your booking could not be completed',
    text: [
      greeting(booking),
      '',
      'the flights below could not be booked. Nothing was charged; the amount held on your card is released.',
      '',
      ...flightLines(booking.booking_data.slices),
      '',
      `You can search again at ${booking.site_origin}/`,
      '',
    ].join('\n'),
  };
}

export function cancellationMail(
  booking: Booking,
  reference: string,
  refund: { minor: number; currency: string },
): MailText {
  return {
    subject: `Your booking ${reference} is cancelled`,
    text: [
      greeting(booking),
      '',
      `your booking ${reference} has been cancelled.`,
      '',
      ...flightLines(booking.booking_data.slices),
      '',
      refund.minor > 0
        ? `${formatMinor(refund.minor, refund.currency)} ${refund.currency} go back to the card that you paid with.`
        : 'This fare gives nothing back.',
      '',
    ].join('\n'),
  };
}
