import {
  describeBookingRefund,
  formatBag,
  formatBagRoute,
  formatFare,
  formatMinor,
  getBookingReference,
  listConnectionProblems,
  listFareRules,
  type AirlineChangeAction,
  type BookingRefund,
  type Brand,
  type Slice,
  type Ticket,
} from '@fareline/contracts';
import {
  answersToChange,
  changedOncePaid,
  claimByLink,
  codeNeverAsked,
  heldChargedOnce,
  offerAsked,
  otherFlightsAsked,
  outcomeIsMailed,
  ticketsInMyTrips,
  tripCodeOnce,
} from '@fareline/contracts/promises';
import type { StoredChange } from './booking-change.repository.ts';
import type { Booking } from './booking.repository.ts';
import { describeWait } from './risk-review.step.ts';
import { areTicketsComplete } from './tickets.ts';

export interface MailText {
  subject: string;
  text: string;
}

export type MailBrand = Pick<Brand, 'name' | 'contact'>;

const formatPlace = ({ city_name, iata_code }: Slice['origin']) =>
  [city_name, iata_code && `(${iata_code})`].filter(Boolean).join(' ');

/** Airport-local times are shown without conversion. (FORMAT-10) */
const formatLocalTime = (local: string | null) => (local ? local.slice(0, 16).replace('T', ' ') : '');

const formatFlights = (slices: readonly Slice[]): string[] =>
  slices.flatMap((slice) => [
    `${formatPlace(slice.origin)} to ${formatPlace(slice.destination)}`,
    ...slice.segments.map(
      ({ flight_number, origin, destination, departing_at, arriving_at }) =>
        `  ${flight_number ?? ''} ${origin.iata_code ?? ''} ${formatLocalTime(departing_at)} - ${destination.iata_code ?? ''} ${formatLocalTime(arriving_at)}`,
    ),
  ]);

/** Each passenger with seats, and below it the e-tickets and the bags that were bought. (EXTRA-02) */
const formatPassengers = (
  { booking_data: { passengers, seats, bags, slices, total_currency } }: Booking,
  tickets: readonly Ticket[],
): string[] =>
  passengers.flatMap(({ id, given_name, family_name }) => {
    const designators = seats.filter((seat) => seat.passenger_id === id).map((seat) => seat.designator);
    return [
      `  ${given_name} ${family_name}${designators.length > 0 ? `, seat ${designators.join(', ')}` : ''}`,
      ...tickets
        .filter(({ passenger_id }) => passenger_id === id)
        .map(({ number }) => `    E-ticket ${number}`),
      ...bags
        .filter(({ passenger_id }) => passenger_id === id)
        .map(
          (bag) =>
            `    ${formatBag(bag, bag.quantity)}, ${formatBagRoute(slices, bag.segment_ids)}: ${bag.amount} ${total_currency}`,
        ),
    ];
  });

/** The reference shown to the traveller; empty without an order. */
export const formatBookingReference = ({ booking_reference, order_id }: Booking): string =>
  getBookingReference({ bookingReference: booking_reference, duffelBookingId: order_id }) ?? '';

/** The last lines of every mail: who sent it, and the phone number if the brand has one. (HOST-03) */
const formatSignature = ({ name, contact: { phone } }: MailBrand): string[] => [
  '',
  ...(phone ? [`Questions? Call us on ${phone}.`] : []),
  name,
  '',
];

const composeMail = (booking: Booking, brand: MailBrand, subject: string, lines: string[]): MailText => ({
  subject,
  text: [`Hello ${booking.contact_first_name},`, '', ...lines, ...formatSignature(brand)].join('\n'),
});

/**
 * The confirmation email. `claimLink`, of a guest, is not part of the booking response; a password is never included. The address has an
 * account by now or soon, so nobody is told to register. (MAIL-01, LIST-04, GUEST-05)
 */
export function composeConfirmationMail(
  booking: Booking,
  brand: MailBrand,
  { claimLink, tickets = [] }: { claimLink?: string | undefined; tickets?: readonly Ticket[] } = {},
): MailText {
  const reference = formatBookingReference(booking);
  const { slices, total_amount, total_currency } = booking.booking_data;
  const fare = formatFare(slices);
  const subject = `Your booking ${reference} is confirmed`;
  return composeMail(booking, brand, subject, [
    `your flights are booked with ${brand.name}.`,
    '',
    `Booking reference: ${reference}`,
    '',
    'Flights (all times are local to the airport)',
    ...formatFlights(slices),
    ...(fare ? [`Fare: ${fare}`] : []),
    ...listFareRules(booking.booking_data, (amount, currency) => `${amount} ${currency}`).map(
      ({ text }) => `  ${text}`,
    ),
    '',
    'Passengers',
    ...formatPassengers(booking, tickets),
    ...(areTicketsComplete(booking, tickets) ? [] : ['', ticketsInMyTrips]),
    '',
    `Total paid: ${total_amount} ${total_currency}`,
    ...(claimLink
      ? [
          '',
          claimByLink,
          claimLink,
          'If you do not know its password, set one first:',
          `${booking.site_origin}/forgot-password`,
        ]
      : []),
  ]);
}

/** At once for a booking whose outcome is unknown; its end is mailed again. (STATUS-04) */
export function composePendingMail(booking: Booking, brand: MailBrand, statusLink?: string): MailText {
  const { slices, total_amount, total_currency } = booking.booking_data;
  const subject = 'Your booking is being confirmed';
  return composeMail(booking, brand, subject, [
    `the airline has not confirmed the flights below yet. ${outcomeIsMailed}`,
    '',
    ...formatFlights(slices),
    '',
    `${total_amount} ${total_currency} are held on your card. ${heldChargedOnce} Please do not book these flights again.`,
    ...(statusLink ? ['', 'See how far it is:', statusLink] : []),
  ]);
}

/** The code that opens the booking without an account. (TRIP-06) */
export function composeTripCodeMail(booking: Booking, brand: MailBrand, code: string): MailText {
  const reference = formatBookingReference(booking);
  return composeMail(booking, brand, `Your code for the booking ${reference}`, [
    `with this code you open your booking ${reference} at ${booking.site_origin}/find-trip`,
    '',
    code,
    '',
    tripCodeOnce,
    `If you did not ask for it, you have nothing to do. ${codeNeverAsked}`,
  ]);
}

/** For a booking that was reported as pending and then failed. (PROVIDER-36) */
export function composeFailureMail(booking: Booking, brand: MailBrand): MailText {
  const subject = 'Your booking could not be completed';
  return composeMail(booking, brand, subject, [
    'the flights below could not be booked. Nothing was charged; the amount held on your card is released.',
    '',
    ...formatFlights(booking.booking_data.slices),
    '',
    `You can search again at ${booking.site_origin}/`,
  ]);
}

const answerLines: Record<AirlineChangeAction, string> = {
  accept: '  - accept the new flights',
  cancel: '  - get your money back',
  change: `  - ${otherFlightsAsked}`,
};

/** What the traveller can do about a change, until when and where. (TRIP-05) */
function formatAnswers({ id, site_origin, booking_data }: Booking): string[] {
  const { airline_change: change } = booking_data;
  if (!change) return [answersToChange];
  if (change.answered_at !== null) return ['The airline waits for no answer. You have nothing to do.'];
  return [
    `Please answer by ${change.answer_by}${change.is_cancelled ? '' : '; later the airline may have less to offer'}. You can`,
    ...change.actions.map((action) => answerLines[action]),
    ...(change.actions.length > 0 ? [] : [`  - ${offerAsked}`]),
    `Your trip, with what comes back: ${site_origin}/my-trips/${id}`,
  ];
}

/** The airline has changed or cancelled the flights: how they were, and how they are now as far as it says so. (TRIP-05) */
export function composeAirlineChangeMail(booking: Booking, brand: MailBrand): MailText {
  const reference = formatBookingReference(booking);
  const { slices, earlier_slices: earlier, airline_change: change } = booking.booking_data;
  if (change?.is_cancelled)
    return composeMail(booking, brand, `The airline has cancelled flights of your booking ${reference}`, [
      `the airline does not fly the flights of your booking ${reference}. You booked:`,
      '',
      ...formatFlights(slices),
      '',
      ...formatAnswers(booking),
    ]);
  const problems = listConnectionProblems(booking.booking_data);
  return composeMail(booking, brand, `The airline has changed your booking ${reference}`, [
    ...(earlier
      ? [
          `the airline has changed flights of your booking ${reference}. All times are local to the airport.`,
          '',
          'Before:',
          ...formatFlights(earlier),
          '',
          'Now:',
        ]
      : change
        ? [
            `the airline has changed your booking ${reference}. As far as it says, you fly as you have agreed:`,
            '',
          ]
        : [`the airline has changed or cancelled flights of your booking ${reference}. You booked:`, '']),
    ...formatFlights(slices),
    ...(problems.length > 0 ? ['', ...problems] : []),
    '',
    ...formatAnswers(booking),
  ]);
}

const formatAmount = (minor: number, { currency }: StoredChange) =>
  `${formatMinor(minor, currency)} ${currency}`;

/** After what a change costs: the airline's fee, where it asks one. */
const formatFee = (change: StoredChange): string =>
  change.penalty_minor
    ? ` The airline's fee of ${formatAmount(change.penalty_minor, change)} is part of it.`
    : '';

/** What a change has cost or brought, each in a sentence. */
function formatChangePrice(change: StoredChange): string[] {
  const format = (minor: number) => formatAmount(minor, change);
  const { charge_minor: charge, refund_minor: refund, credit_minor: credit } = change;
  return [
    ...(charge > 0 ? [`You paid ${format(charge)}.${formatFee(change)}`] : []),
    ...(refund > 0 ? [`${format(refund)} is on its way to your card.`] : []),
    ...(credit > 0 ? [`The airline gives ${format(credit)} as credit for a later flight.`] : []),
    ...(charge + refund + credit === 0 ? ['It cost nothing.'] : []),
  ];
}

const formatChangedBags = ({ booking_data: data }: Booking, { content: { bags }, currency }: StoredChange) =>
  bags.map((bag) => {
    const passenger = data.passengers.find(({ id }) => id === bag.passenger_id);
    const name = passenger ? `${passenger.given_name} ${passenger.family_name}: ` : '';
    const route = formatBagRoute(data.slices, bag.segment_ids);
    return `  ${name}${formatBag(bag, bag.quantity)}, ${route}: ${bag.amount} ${currency}`;
  });

/** After a change of the flights by the traveller, or bags that were bought later. (TRIP-03, TRIP-04) */
export function composeChangeMail(booking: Booking, brand: MailBrand, change: StoredChange): MailText {
  const reference = formatBookingReference(booking);
  const trip = ['', `Your trip: ${booking.site_origin}/my-trips/${booking.id}`];
  if (change.kind === 'bags')
    return composeMail(booking, brand, `Bags are added to your booking ${reference}`, [
      `these bags are added to your booking ${reference}:`,
      '',
      ...formatChangedBags(booking, change),
      '',
      ...formatChangePrice(change),
      ...trip,
    ]);
  const { slices } = booking.booking_data;
  return composeMail(booking, brand, `Your booking ${reference} is changed`, [
    `the flights of your booking ${reference} are changed. All times are local to the airport.`,
    '',
    'Before:',
    ...formatFlights(change.content.removed_slices),
    '',
    'All your flights now:',
    ...formatFlights(slices),
    '',
    'Passengers',
    ...formatPassengers(booking, booking.tickets),
    '',
    ...formatChangePrice(change),
    ...listFareRules(booking.booking_data, (amount, currency) => `${amount} ${currency}`).map(
      ({ text }) => `  ${text}`,
    ),
    ...trip,
  ]);
}

const formatUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The change that a caller has chosen with support, to be paid by the link. (TRIP-07) */
export function composeChangeOfferMail(booking: Booking, brand: MailBrand, change: StoredChange): MailText {
  const reference = formatBookingReference(booking);
  const { charge_minor: charge, content, expires_at } = change;
  const what =
    change.kind === 'bags'
      ? [
          `these are the bags that you want to add to your booking ${reference}:`,
          '',
          ...formatChangedBags(booking, change),
        ]
      : [
          `these are the flights that you want in your booking ${reference}. All times are local to the airport.`,
          '',
          'In place of:',
          ...formatFlights(content.removed_slices),
          '',
          'You take:',
          ...formatFlights(content.slices),
        ];
  const subject = `${change.kind === 'bags' ? 'Pay the bags' : 'Pay the change'} of your booking ${reference}`;
  return composeMail(booking, brand, subject, [
    ...what,
    '',
    `It costs ${formatAmount(charge, change)}.${formatFee(change)} The price holds until ${formatUtc(expires_at)}. See and pay it here:`,
    `${booking.site_origin}/booking/change/${booking.id}/${change.id}`,
    '',
    `${changedOncePaid} If the page does not know you, sign in, or open your trip at ${booking.site_origin}/find-trip first.`,
  ]);
}

/** A change that the airline has refused after it was agreed. */
export function composeChangeFailureMail(booking: Booking, brand: MailBrand, change: StoredChange): MailText {
  const reference = formatBookingReference(booking);
  return composeMail(booking, brand, `Your booking ${reference} is not changed`, [
    `${change.kind === 'bags' ? 'the bags could not be added to' : 'the flights could not be changed of'} your booking ${reference}. ${change.failure ?? ''}`,
    ...(change.charge_minor > 0 ? ['The amount held on your card is released.'] : []),
    '',
    'You fly as before:',
    ...formatFlights(booking.booking_data.slices),
    '',
    `Your trip: ${booking.site_origin}/my-trips/${booking.id}`,
  ]);
}

const formatRefund = (refund: BookingRefund): string[] =>
  describeBookingRefund(refund, {
    price: (amount, currency) => `${amount} ${currency}`,
    date: (date) => date,
  });

export function composeAirlineCancellationMail(
  booking: Booking,
  brand: MailBrand,
  refund: BookingRefund,
): MailText {
  const reference = formatBookingReference(booking);
  const subject = `The airline has cancelled your booking ${reference}`;
  return composeMail(booking, brand, subject, [
    `the airline has cancelled the flights of your booking ${reference}. You booked:`,
    '',
    ...formatFlights(booking.booking_data.slices),
    '',
    ...formatRefund(refund),
  ]);
}

/** For a refund that a person decided on, or that has failed or that a dispute has ended. */
export function composeRefundMail(booking: Booking, brand: MailBrand, refund: BookingRefund): MailText {
  const reference = formatBookingReference(booking);
  return composeMail(booking, brand, `A refund of your booking ${reference}`, [
    `this is about a refund of your booking ${reference}.`,
    '',
    ...formatRefund(refund),
  ]);
}

/** What support writes about a booking. (TRIP-07) */
export function composeMessageMail(booking: Booking, brand: MailBrand, message: string): MailText {
  const reference = formatBookingReference(booking);
  return composeMail(booking, brand, `About your booking${reference && ` ${reference}`}`, [message]);
}

/** To the address that a booking had until now. (TRIP-07) */
export function composeContactMail(booking: Booking, brand: MailBrand): MailText {
  const reference = formatBookingReference(booking);
  const name = `your booking${reference && ` ${reference}`}`;
  return composeMail(booking, brand, `Mails about ${name} go to another address`, [
    `mails about ${name} go to another address from now on, as somebody has asked us to.`,
    '',
    'If that was not you, please call us at once.',
  ]);
}

/** For a booking that no automatic step can end. (REVIEW-03) */
export function composeReviewMail(booking: Booking, brand: MailBrand, statusLink?: string): MailText {
  const reference = formatBookingReference(booking);
  const subject = reference
    ? `We are looking at your booking ${reference}`
    : 'We are looking at your booking';
  return composeMail(booking, brand, subject, [
    'your booking of the flights below needs a person to look at it. One of us does that now and will contact you.',
    ...(booking.state === 'risk_review' ? ['', describeWait(booking)] : []),
    '',
    ...formatFlights(booking.booking_data.slices),
    '',
    'You have nothing to do. Please do not book these flights again until you hear from us.',
    ...(statusLink ? ['', 'See how far it is:', statusLink] : []),
  ]);
}

export function composeCancellationMail(booking: Booking, brand: MailBrand, refund: BookingRefund): MailText {
  const reference = formatBookingReference(booking);
  const subject = `Your booking ${reference} is cancelled`;
  return composeMail(booking, brand, subject, [
    `your booking ${reference} has been cancelled.`,
    '',
    ...formatFlights(booking.booking_data.slices),
    '',
    ...formatRefund(refund),
  ]);
}
