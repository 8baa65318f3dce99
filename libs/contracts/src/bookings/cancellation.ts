import { toInstant } from '../local-time.ts';
import { refundTerms } from '../offers/refund.ts';
import { askedAfterAirlineChange, backWithin24Hours, whateverFare } from '../promises/refunds.ts';
import { getOpenChange } from './airline-change.ts';
import type { BookingData } from './booking.schema.ts';
import { cancellationRefusals, type Cancellability } from './cancellability.ts';
import { freeCancellation } from '../cancellation-terms.ts';

/** What was sold, or will be, for `total_amount`. */
type Sold = Parameters<typeof refundTerms>[0] & Pick<BookingData, 'slices'>;

/** When a sentence about cancelling is read: an offer is as good as booked when it was made, and has no cancellability yet. */
export interface CancellationMoment {
  created_at: string;
  cancellability?: Cancellability;
}

type FormatPrice = (amount: string, currency: string) => string;

function findDeparture({ slices }: Pick<BookingData, 'slices'>): Date | undefined {
  const first = slices[0]?.segments[0];
  return first?.departing_at ? toInstant(first.departing_at, first.origin.time_zone) : undefined;
}

const hourMs = 3600_000;

interface FirstPeriod {
  endsAt: Date;
  /** Departure is so far away that the airline is expected to give everything back. */
  isFree: boolean;
}

/** The time after a booking in which the airline is asked whatever the fare. (POLICY-01, REFUND-03) */
export function getFirstPeriod(sold: Pick<BookingData, 'slices'>, bookedAt: Date): FirstPeriod {
  const { hours, daysAhead } = freeCancellation;
  const aheadMs = (findDeparture(sold)?.getTime() ?? 0) - bookedAt.getTime();
  return {
    endsAt: new Date(bookedAt.getTime() + hours * hourMs),
    isFree: aheadMs >= daysAhead * 24 * hourMs,
  };
}

export const hasCancellationOption = ({ conditions }: Pick<BookingData, 'conditions'>): boolean =>
  conditions.cancellation_options.length > 0;

/**
 * Whether and how a confirmed booking can be cancelled. Whatever its fare, the airline is asked in the first 24 hours, and after a change
 * that it made. (TRIPS-19, REFUND-03, TRIP-05)
 */
export function getConfirmedCancellability(booking: BookingData, bookedAt: Date, now: Date): Cancellability {
  const departure = findDeparture(booking);
  if (departure && departure <= now) return 'departed';
  if (getOpenChange(booking)?.actions.includes('cancel')) return 'airline_change';
  if (booking.refunded_as_credit) return 'as_credit';
  if (now < getFirstPeriod(booking, bookedAt).endsAt) return 'first_24_hours';
  return hasCancellationOption(booking) ? 'by_fare' : 'non_refundable';
}

function describeFee(fee: string, refund: string | null, format: (amount: string) => string): string {
  if (refund === null)
    return `if you cancel, the airline keeps a fee of ${format(fee)} and the rest comes back`;
  // The airline's fee is limited to what it was paid, which is less than the price.
  if (Number(refund) === 0) return `the airline’s fee of ${format(fee)} can be as high as the price`;
  return `if you cancel, the airline keeps a fee of ${format(fee)} and ${format(refund)} comes back`;
}

function describeByFare(sold: Sold, format: FormatPrice): string {
  const terms = refundTerms(sold);
  switch (terms.kind) {
    case 'none':
      return 'No refund - if you cancel, nothing comes back';
    case 'unknown':
      return 'The airline does not say whether this fare can be refunded';
    case 'fee_unknown':
      return 'Refundable fare - the airline does not say what fee it keeps';
    case 'credit':
      return 'No money back - if you cancel, the airline gives credit for a later flight, and nothing to your card';
    case 'credit_possible':
      return 'Refundable fare - if you cancel, the airline says whether it gives back money or credit for a later flight';
    case 'full':
      return 'Refundable fare - you can cancel for a full refund';
    case 'less_fee':
      return `Refundable fare - ${describeFee(terms.fee, terms.refund, (amount) => format(amount, terms.feeCurrency))}`;
  }
}

/** What holds in place of the fare's rule; null where the fare decides. */
export function findCancellationException(
  sold: Sold,
  { created_at, cancellability }: CancellationMoment,
): string | null {
  const { kind } = refundTerms(sold);
  if (kind === 'full') return null;
  if (cancellability === 'airline_change') return askedAfterAirlineChange;
  const isFirst = [undefined, 'first_24_hours', 'changing', 'unconfirmed'].includes(cancellability);
  if (!isFirst || kind === 'credit') return null;
  return getFirstPeriod(sold, new Date(created_at)).isFree ? backWithin24Hours : whateverFare;
}

const endedStates: readonly (Cancellability | undefined)[] = [
  'departed',
  'completed',
  'cancelled',
  'cancelled_by_airline',
];

/** What comes back of an offer or a booking that is cancelled, in the sentence of every screen, mail and document. (OFFER-12, RULE-04) */
export function describeCancellation(sold: Sold, moment: CancellationMoment, format: FormatPrice): string {
  const byFare = describeByFare(sold, format);
  // What cannot be cancelled any more only has its fare's name.
  if (endedStates.includes(moment.cancellability)) return byFare.split(' - ')[0]!;
  const exception = findCancellationException(sold, moment);
  return exception ? `${byFare}, but ${exception}` : byFare;
}

/** Until when the airline is asked whatever the fare; undefined where that is not so, or has no end. */
export const findCancellationEnd = (sold: Sold, moment: CancellationMoment): string | undefined =>
  moment.cancellability === 'first_24_hours' && findCancellationException(sold, moment)
    ? getFirstPeriod(sold, new Date(moment.created_at)).endsAt.toISOString()
    : undefined;

/** The refusal of a booking; of a fare whose rule the airline does not state, nothing is said that it would not give. */
export const describeRefusal = (
  cancellability: Cancellability,
  { conditions }: Pick<BookingData, 'conditions'>,
): string | null =>
  cancellability === 'non_refundable' && conditions.refundable === null
    ? 'The airline does not say whether this ticket can be refunded, so it cannot be cancelled here.'
    : cancellationRefusals[cancellability];

/** The refusal after the airline was asked and gives nothing back, which says when it was asked. */
export function describeNothingBack(cancellability: Cancellability): string {
  const asked: Partial<Record<Cancellability, string>> = {
    first_24_hours: ', also within 24 hours of booking',
    airline_change: ', also after its change of the flights',
  };
  return `The airline gives nothing back for this ticket${asked[cancellability] ?? ''}, so it cannot be cancelled here.`;
}
