import {
  describeRefundShares,
  formatPassengerName,
  listChangedSlices,
  type AirlineChangeAction,
  type CancellationMoment,
} from '@fareline/contracts';
import {
  answersToChange,
  changedOncePaid,
  changeResultIsMailed,
  offerAsked,
  otherFlightsAsked,
} from '@fareline/contracts/promises';
import {
  button,
  entry,
  link,
  list,
  notice,
  paragraph,
  section,
  strong,
  type Block,
  type MailContent,
} from '@fareline/mails';
import {
  compareChange,
  describeAnswerBy,
  describeGivenUp,
  describeUncertainExtras,
  listAirlineChangeProblems,
  formatBoughtBag,
  formatDateWithWeekday,
  formatMinorWithCode,
  formatUtc,
  refundFormats,
} from '@fareline/presentation/formats';
import type { StoredChange } from '../amendments/amendment.repository.ts';
import type { PaidBooking } from '../amendments/booking-payment.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import { describeTrip } from './booking-mails.ts';
import { flightBlocks, flightLines, tripButton, tripSections } from './mail-blocks.ts';

const answers: Record<AirlineChangeAction, string> = {
  accept: 'accept the new flights',
  cancel: 'get your money back',
  change: otherFlightsAsked,
};

/** What the traveller can do about a change, until when and where. (TRIP-05) */
function answerBlocks(booking: Booking): Block[] {
  const { airline_change: change } = booking.booking_data;
  if (!change) return [paragraph(answersToChange), tripButton(booking)];
  if (change.answered_at !== null)
    return [paragraph('The airline waits for no answer. You have nothing to do.'), tripButton(booking)];
  return [
    notice(describeAnswerBy(change)),
    paragraph('You can'),
    list(...(change.actions.length > 0 ? change.actions.map((action) => answers[action]) : [offerAsked])),
    button('See what comes back, and answer', `${booking.site_origin}/my-trips/${booking.id}`),
  ];
}

/**
 * The airline has changed or cancelled the flights: how they were before this change, and how they are now as far as it says so. A mail
 * that is sent again has no `before`, and compares with what the traveller agreed to. (TRIP-05)
 */
export function composeAirlineChangeMail(
  booking: Booking,
  before = booking.booking_data.earlier_slices,
): MailContent {
  const { booking_data: data } = booking;
  const { airline_change: change } = data;
  const changed = { ...data, earlier_slices: before };
  const { earlier } = listChangedSlices(changed);
  const isChanged = earlier.length > 0;
  const extras = isChanged && describeUncertainExtras(changed);
  const reference = formatBookingReference(booking);
  const preheader = change?.answered_at
    ? 'You have nothing to do.'
    : change
      ? `Please answer by ${formatDateWithWeekday(change.answer_by)}.`
      : describeTrip(data);
  if (change?.is_cancelled)
    return {
      subject: `The airline has cancelled flights of your booking ${reference}`,
      preheader,
      blocks: [
        paragraph(`The airline does not fly the flights of your booking ${reference}.`),
        ...answerBlocks(booking),
        section('You booked', ...flightBlocks(data)),
      ],
    };
  const words = isChanged
    ? `The airline has changed flights of your booking ${reference}.`
    : change
      ? `The airline has changed your booking ${reference}. As far as it says, ${data.earlier_slices ? 'the times are those of its change before' : 'you fly as you have agreed'}.`
      : `The airline has changed or cancelled flights of your booking ${reference}.`;
  return {
    subject: `The airline has changed your booking ${reference}`,
    preheader,
    blocks: [
      paragraph(words),
      ...listAirlineChangeProblems(data).map((problem) => notice(problem)),
      ...answerBlocks(booking),
      extras ? paragraph(extras) : null,
      isChanged && section('Before', flightLines(earlier)),
      section(isChanged ? 'Now' : change ? 'Your flights' : 'You booked', ...flightBlocks(changed)),
    ],
  };
}

const formatAmount = (minor: number, { currency }: StoredChange) => formatMinorWithCode(minor, currency);

/** After what a change costs or brings: the airline's fee, where it asks one. It may be more than the cost, where the new flights cost less. */
function formatFee(change: StoredChange): string {
  const { penalty_minor: fee, charge_minor: charge } = change;
  if (!fee) return '';
  const words = fee > charge ? 'is taken into account' : 'is part of it';
  return ` The airline's fee of ${formatAmount(fee, change)} ${words}.`;
}

/** What a change has cost or brought, each in a sentence; of money back, what became of it. */
function costBlocks(change: StoredChange, { changes }: PaidBooking): Block[] {
  const shares = changes.find(({ id }) => id === change.id)?.refund_shares ?? [];
  const format = (minor: number) => formatAmount(minor, change);
  const { charge_minor: charge, credit_minor: credit, settled_minor: settled } = change;
  const sentences = [
    ...(settled ? [`You have settled ${format(settled)} with us in another way.`] : []),
    ...(charge > 0 ? [`You paid ${format(charge)}.`] : []),
    ...describeRefundShares(shares, change.currency, refundFormats),
    ...(credit > 0 ? [`The airline gives ${format(credit)} as credit for a later flight.`] : []),
  ];
  const last = sentences.pop() ?? 'It cost nothing.';
  return [...sentences, `${last}${formatFee(change)}`].map((text) => paragraph(text));
}

const bagList = (
  { booking_data: { passengers, slices } }: Booking,
  { content, currency }: StoredChange,
): Block =>
  list(
    ...content.bags.map((bag) => {
      const passenger = passengers.find(({ id }) => id === bag.passenger_id);
      const name = passenger ? `${formatPassengerName(passenger)}: ` : '';
      return `${name}${formatBoughtBag(bag, slices, currency)}`;
    }),
  );

/** Fare, rules, seats and bags before and after, and what is given up; empty for bags. (RULE-02) */
function comparisonBlocks(
  { booking_data }: Booking,
  { content }: StoredChange,
  moment: CancellationMoment,
): Block[] {
  const { removed_slices: slices, terms } = content;
  const givenUp = describeGivenUp(terms, slices, booking_data);
  return [
    givenUp !== undefined && notice(givenUp),
    section(
      'Fare and rules before and after',
      ...compareChange(content, booking_data, moment).map(({ label, before, after }) =>
        entry(strong(label), `Before: ${before}`, `After: ${after}`),
      ),
    ),
  ];
}

/** After a change of the flights by the traveller, or bags that were bought later. (TRIP-03, TRIP-04) */
export function composeChangeMail(booking: Booking, change: StoredChange, paid: PaidBooking): MailContent {
  const reference = formatBookingReference(booking);
  const preheader = describeTrip(booking.booking_data);
  if (change.kind === 'bags')
    return {
      subject: `Bags are added to your booking ${reference}`,
      preheader,
      blocks: [
        paragraph(`These bags are added to your booking ${reference}:`),
        bagList(booking, change),
        ...costBlocks(change, paid),
        tripButton(booking),
        ...tripSections(booking, paid),
      ],
    };
  return {
    subject: `Your booking ${reference} is changed`,
    preheader,
    blocks: [
      paragraph(`The flights of your booking ${reference} are changed.`),
      ...costBlocks(change, paid),
      tripButton(booking),
      section('Before', flightLines(change.content.removed_slices)),
      ...comparisonBlocks(booking, change, paid.moment),
      ...tripSections(booking, paid),
    ],
  };
}

/** The change that a caller has chosen with support, to be paid by the link. (TRIP-07) */
export function composeChangeOfferMail(
  booking: Booking,
  change: StoredChange,
  moment: CancellationMoment,
): MailContent {
  const reference = formatBookingReference(booking);
  const { id, kind, charge_minor: charge, content, expires_at } = change;
  const origin = booking.site_origin;
  const until = formatUtc(expires_at.toISOString());
  return {
    subject: `${kind === 'bags' ? 'Pay the bags' : 'Pay the change'} of your booking ${reference}`,
    preheader: `${formatAmount(charge, change)}, until ${until}`,
    blocks: [
      ...(kind === 'bags'
        ? [
            paragraph(`These are the bags that you want to add to your booking ${reference}:`),
            bagList(booking, change),
          ]
        : [
            paragraph(
              `These are the flights that you want in your booking ${reference}. All times are local to the airport.`,
            ),
            section('In place of', flightLines(content.removed_slices)),
            section('You take', flightLines(content.slices)),
            ...comparisonBlocks(booking, change, moment),
          ]),
      paragraph(
        `It costs ${formatAmount(charge, change)}.${formatFee(change)} The price holds until ${until}.`,
      ),
      button('See and pay it', `${origin}/booking/change/${booking.id}/${id}`),
      paragraph(
        `${changedOncePaid} If the page does not know you, sign in, or open your trip at `,
        link('Find your trip', `${origin}/find-trip`),
        ' first.',
      ),
    ],
  };
}

/** A change that the airline has made, and whose price the card refused. (LEDGER-15) */
export function composeUnpaidChangeMail(
  booking: Booking,
  change: StoredChange,
  moment: CancellationMoment,
): MailContent {
  const reference = formatBookingReference(booking);
  const isBags = change.kind === 'bags';
  const what = isBags
    ? `The bags are added to your booking ${reference}`
    : `The flights of your booking ${reference} are changed`;
  return {
    subject: `Your booking ${reference} is changed, and not paid for yet`,
    preheader: isBags ? 'You have the bags.' : 'You fly as below.',
    blocks: [
      paragraph(
        `${what}, but your card could not be charged ${formatAmount(change.charge_minor, change)} for it.`,
      ),
      paragraph(`A person looks at it. ${changeResultIsMailed} You need not do anything until then.`),
      tripButton(booking),
      ...(isBags
        ? [bagList(booking, change)]
        : [
            section('Before', flightLines(change.content.removed_slices)),
            ...comparisonBlocks(booking, change, moment),
          ]),
      section('Your flights now', ...flightBlocks(booking.booking_data)),
    ],
  };
}

/** A cancellation that the airline has refused after it was agreed. */
export function composeCancelFailureMail(booking: Booking, isAsBefore: boolean): MailContent {
  const reference = formatBookingReference(booking);
  return {
    subject: `Your booking ${reference} is not cancelled`,
    preheader: 'Your booking stands.',
    blocks: [
      paragraph(
        `The airline has not cancelled your booking ${reference}. Nothing was paid back, and your booking stands. You can try again on the page of your trip, or write to us.`,
      ),
      tripButton(booking),
      flightsNow(booking, isAsBefore),
    ],
  };
}

/** The flights after nothing was done, of which it is said only when it is so that they are as before. (LEDGER-11) */
const flightsNow = ({ booking_data }: Booking, isAsBefore: boolean): Block =>
  section(
    isAsBefore ? 'You fly as before' : 'Your flights, as far as the airline has told us',
    ...flightBlocks(booking_data),
  );

/** A change that the airline has refused after it was agreed. */
export function composeChangeFailureMail(
  booking: Booking,
  change: StoredChange,
  { isReleased, isAsBefore }: { isReleased: boolean; isAsBefore: boolean },
): MailContent {
  const reference = formatBookingReference(booking);
  const what =
    change.kind === 'bags'
      ? `The bags could not be added to your booking ${reference}`
      : `The flights of your booking ${reference} could not be changed`;
  return {
    subject: `Your booking ${reference} is not changed`,
    preheader: isAsBefore ? 'You fly as before.' : what,
    blocks: [
      paragraph(`${what}. ${change.failure ?? ''}`),
      isReleased && paragraph('The amount held on your card is released.'),
      tripButton(booking),
      flightsNow(booking, isAsBefore),
    ],
  };
}
