import {
  formatRoute,
  getCarrierName,
  getCheckInState,
  type BookingData,
  type BookingRefund,
} from '@fareline/contracts';
import {
  answerEndsWait,
  claimByLink,
  codeNeverAsked,
  chargedOnce,
  outcomeIsMailed,
  ticketsInMyTrips,
  codeWorksOnce,
  linkInPlaceOfCode,
} from '@fareline/contracts/promises';
import {
  button,
  caption,
  largeCode,
  lines,
  link,
  notice,
  paragraph,
  renderMail,
  section,
  type Block,
  type MailBrand,
  type MailContent,
  type RenderedMail,
} from '@fareline/mails';
import {
  addDays,
  formatDateFull,
  formatDateWithWeekday,
  formatTime,
  formatUtc,
  refundFormats,
} from '@fareline/presentation/formats';
import type { PaidBooking } from '../amendments/booking-payment.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { getNewestEmail, maskAddress } from '../bookings/contact-correction.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import { describeWait } from '../bookings/risk-review.step.ts';
import { areTicketsComplete } from '../bookings/tickets.ts';
import {
  flightBlocks,
  priceBlocks,
  refundBlocks,
  travelSections,
  tripButton,
  tripSections,
} from './mail-blocks.ts';

/** Route and dates: "New York to London, Dec 5, 2026". */
export function describeTrip(data: BookingData): string {
  const days = [data.slices[0]?.departure_time, data.slices.slice(1).at(-1)?.departure_time];
  return [formatRoute(data), days.filter(Boolean).map(formatDateFull).join(' and ')].join(', ');
}

/** A mail about a booking, in the look of its brand, with links to the site where it was made. (DOC-01, HOST-03) */
export const renderBookingMail = (
  { site_origin: origin, contact_first_name: name, pending_email }: Booking,
  brand: MailBrand,
  { blocks, ...content }: MailContent,
  attachments: readonly { filename: string }[] = [],
): RenderedMail =>
  renderMail(brand, origin, {
    ...content,
    blocks: [
      // A corrected address may be a stranger's until its code is entered.
      paragraph(pending_email ? 'Hello,' : `Hello ${name},`),
      ...blocks,
      attachments.length > 0 &&
        caption(`Attached: ${attachments.map(({ filename }) => filename).join(', ')}`),
    ],
  });

/** When and where to check in, as of when it was booked; nothing for a flight without a known time. (FAQ-07) */
function describeCheckIn({ booking_data: { slices }, created_at: bookedAt }: Booking): Block {
  const [slice] = slices;
  const departure = slice?.departure_time;
  if (!slice || !departure?.includes('T')) return null;
  const [flight] = slice.segments;
  const carrier = flight?.operating_carrier ?? flight?.marketing_carrier;
  const site = `the site of ${(carrier && getCarrierName(carrier)) || 'the airline'}`;
  if (getCheckInState(slice, bookedAt) !== 'later') return paragraph(`Online check-in is open, on ${site}.`);
  return paragraph(
    `Online check-in opens 24 to 48 hours before departure: at the latest on ${formatDateWithWeekday(addDays(departure.slice(0, 10), -1))} at ${formatTime(departure)}, on ${site}.`,
  );
}

interface Confirmation extends PaidBooking {
  /** Assigns a guest's booking to the account of the address. */
  claimLink?: string | undefined;
}

/**
 * The confirmation. No password is ever in it. The address of a guest has an account by now or soon, so the mail asks for no registration.
 * (MAIL-01, LIST-04, GUEST-05, DOC-02)
 */
export function composeConfirmationMail(
  booking: Booking,
  brand: Pick<MailBrand, 'name'>,
  { claimLink, ...paid }: Confirmation,
): MailContent {
  const { booking_data: data, site_origin: origin } = booking;
  const reference = formatBookingReference(booking);
  return {
    subject: `Your booking ${reference} is confirmed`,
    preheader: describeTrip(data),
    blocks: [
      paragraph(`Your flights are booked with ${brand.name}.`),
      largeCode('Booking reference', reference),
      tripButton(booking),
      ...tripSections(booking, paid),
      section(
        'What is next',
        areTicketsComplete(booking, booking.tickets) ? null : paragraph(ticketsInMyTrips),
        describeCheckIn(booking),
        paragraph(`Quote the reference ${reference}, to us and to the airline.`),
      ),
      claimLink
        ? section(
            'Your account',
            paragraph(claimByLink),
            button('Add this booking', claimLink),
            paragraph(
              'You do not know its password? ',
              link('Set your password', `${origin}/forgot-password`),
              ' first.',
            ),
          )
        : null,
    ],
  };
}

/** Sent at once when the outcome is unknown; the end of the booking is mailed again. (STATUS-04) */
export function composePendingMail(booking: Booking, statusLink?: string): MailContent {
  const { booking_data: data } = booking;
  const price = refundFormats.price(data.total_amount, data.total_currency);
  return {
    subject: 'Your booking is being confirmed',
    preheader: describeTrip(data),
    blocks: [
      paragraph(`The airline has not confirmed the flights below yet. ${outcomeIsMailed}`),
      notice(`${price} is held on your card. ${chargedOnce} Please do not book these flights again.`),
      statusLink ? button('See how far it is', statusLink) : null,
      section('Flights', ...flightBlocks(data)),
    ],
  };
}

/** The code, and the link with `token`, that open the booking without an account. (TRIP-06, CARE-03) */
export function composeTripCodeMail(booking: Booking, code: string, token: string): MailContent {
  const reference = formatBookingReference(booking);
  const page = `${booking.site_origin}/find-trip`;
  return {
    subject: `Your code for the booking ${reference}`,
    preheader: `It opens your trip: ${describeTrip(booking.booking_data)}`,
    blocks: [
      paragraph(`With this code you open your booking ${reference} at `, link('Find your trip', page), '.'),
      largeCode('Code', code),
      paragraph(codeWorksOnce),
      paragraph(linkInPlaceOfCode),
      button('Open the trip', `${page}#${token}`),
      caption(`If you did not ask for it, you have nothing to do. ${codeNeverAsked}`),
    ],
  };
}

/** Sent when a booking that was reported as pending has failed. (PROVIDER-36) */
export const composeFailureMail = ({ booking_data: data, site_origin: origin }: Booking): MailContent => ({
  subject: 'Your booking could not be completed',
  preheader: 'Nothing was charged.',
  blocks: [
    paragraph(
      'The flights below could not be booked. Nothing was charged; the amount held on your card is released.',
    ),
    button('Search again', `${origin}/`),
    section('Flights', ...flightBlocks(data)),
  ],
});

/** Sent when no automatic step can end a booking. (REVIEW-03) */
export function composeReviewMail(booking: Booking, statusLink?: string): MailContent {
  const reference = formatBookingReference(booking);
  return {
    subject: ['We are looking at your booking', reference].filter(Boolean).join(' '),
    preheader: 'You have nothing to do.',
    blocks: [
      paragraph(
        'Your booking of the flights below needs a person to look at it. One of us does that now and will contact you.',
      ),
      booking.state === 'risk_review' ? notice(describeWait(booking)) : null,
      paragraph('You have nothing to do. Please do not book these flights again until you hear from us.'),
      statusLink ? button('See how far it is', statusLink) : null,
      section('Flights', ...flightBlocks(booking.booking_data)),
    ],
  };
}

/** A cancelled booking with what was paid for it. */
const cancelledSections = (booking: Booking, flights: string, paid: PaidBooking): Block[] => [
  ...travelSections(booking, flights),
  section('You paid', ...priceBlocks(booking.booking_data, paid)),
];

export function composeCancellationMail(
  booking: Booking,
  refund: BookingRefund,
  paid: PaidBooking,
): MailContent {
  const reference = formatBookingReference(booking);
  return {
    subject: `Your booking ${reference} is cancelled`,
    preheader: describeTrip(booking.booking_data),
    blocks: [
      paragraph(`Your booking ${reference} has been cancelled.`),
      section('Refund', ...refundBlocks(refund)),
      tripButton(booking),
      ...cancelledSections(booking, 'Flights', paid),
    ],
  };
}

export function composeAirlineCancellationMail(
  booking: Booking,
  refund: BookingRefund,
  paid: PaidBooking,
): MailContent {
  const reference = formatBookingReference(booking);
  return {
    subject: `The airline has cancelled your booking ${reference}`,
    preheader: describeTrip(booking.booking_data),
    blocks: [
      paragraph(`The airline has cancelled the flights of your booking ${reference}.`),
      section('Refund', ...refundBlocks(refund)),
      tripButton(booking),
      ...cancelledSections(booking, 'You booked', paid),
    ],
  };
}

/** Sent for a refund that a person decided on, or that has failed or that a dispute has ended. */
export function composeRefundMail(booking: Booking, refund: BookingRefund): MailContent {
  const reference = formatBookingReference(booking);
  return {
    subject: `A refund of your booking ${reference}`,
    preheader: describeTrip(booking.booking_data),
    blocks: [
      paragraph(`This is about a refund of your booking ${reference}.`),
      ...refundBlocks(refund),
      tripButton(booking),
    ],
  };
}

/** What support writes about a booking. (TRIP-07) */
export function composeMessageMail(booking: Booking, message: string): MailContent {
  const reference = formatBookingReference(booking);
  return {
    subject: ['About your booking', reference].filter(Boolean).join(' '),
    preheader: describeTrip(booking.booking_data),
    blocks: [lines(message), tripButton(booking)],
  };
}

/** Sent if the traveller has asked for it with the booking. (FAQ-07) */
export function composeCheckInMail(booking: Booking): MailContent {
  const { booking_data: data } = booking;
  const reference = formatBookingReference(booking);
  return {
    subject: `Check-in for your booking ${reference} opens soon`,
    preheader: describeTrip(data),
    blocks: [
      paragraph('It is nearly time to check in for your flight.'),
      largeCode('Booking reference', reference),
      describeCheckIn(booking),
      tripButton(booking),
      section('Flights', ...flightBlocks(data)),
      caption('You asked for this reminder when you booked. There is no other one.'),
    ],
  };
}

/** How the former address of a booking answers to a correction, and until when the traveller's changes wait for it. */
export interface ContactAnswer {
  until: Date;
  link: string;
}

/** Goes to the former address of a booking; with `answer` to the one that is asked. (TRIP-07, GUARD-11) */
export function composeContactMail(booking: Booking, answer?: ContactAnswer): MailContent {
  const name = ['your booking', formatBookingReference(booking)].filter(Boolean).join(' ');
  return {
    subject: `Mails about ${name} go to another address`,
    preheader: 'Somebody has asked us to change it.',
    blocks: [
      paragraph(
        `Somebody has asked us to send mails about ${name} to ${maskAddress(getNewestEmail(booking))} in place of this address.`,
      ),
      paragraph(
        'Links and codes in earlier mails, and an account with this address, no longer open the booking.',
      ),
      answer && paragraph(answerEndsWait(formatUtc(answer.until.toISOString()))),
      answer && button('Answer', answer.link),
      paragraph('If that was not you, please call us at once.'),
    ],
  };
}

/** The code that makes a corrected address effective. Who reads it may be a stranger, so it has nothing of the trip. (GUARD-11) */
export function composeContactCodeMail(
  { site_origin: origin }: Booking,
  code: string,
  token: string,
): MailContent {
  const page = `${origin}/find-trip`;
  return {
    subject: 'Please confirm this email address',
    preheader: 'With a code or a link.',
    blocks: [
      paragraph('Somebody has asked us to send the mails about a booking to this address.'),
      paragraph('With this code you confirm it at ', link('Find your trip', page), ':'),
      largeCode('Code', code),
      paragraph(codeWorksOnce),
      paragraph(linkInPlaceOfCode),
      button('Open the trip', `${page}#${token}`),
      caption(`If you have not booked with us, you have nothing to do. ${codeNeverAsked}`),
    ],
  };
}
