import { getConfirmedCancellability } from '../bookings/cancellation.ts';
import type { BookingData, BookingListItem } from '../bookings/booking.schema.ts';
import { sampleBooking } from './bookings.ts';
import { sampleConditions, sampleSlice } from './offers.ts';

const options = (penalty_amount: string) => ({
  ...{ refundable: true, refund_penalty_amount: penalty_amount, refund_penalty_currency: 'USD' },
  cancellation_options: [
    { type: 'refund_before_departure' as const, penalty_amount, penalty_currency: 'USD' },
  ],
});

const fares = {
  refundable: options('0.00'),
  'refundable with a fee': options('75.00'),
  'not refundable': { refundable: false },
};

type Fare = keyof typeof fares;

const claimsByFare: Record<Fare, string> = {
  refundable: 'all',
  'refundable with a fee': 'all but a fee',
  'not refundable': 'nothing',
};

/** What is asked in place of the fare's rule; a fare that gives everything back needs nothing in its place. */
function listClaims(fare: Fare, time: string): string[] {
  const byFare = claimsByFare[fare];
  const others = {
    'minutes after booking': 'first 24 hours',
    'after a change by the airline': 'change by the airline',
  };
  const other = Object.entries(others).find(([name]) => name === time);
  return other && fare !== 'refundable' ? [byFare, other[1]] : [byFare];
}

const bookedAt = new Date('2026-11-20T10:00:00Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const openChange = {
  ...{ id: 'aic_1', actions: ['accept', 'cancel'], is_cancelled: false },
  ...{ answer_by: '2026-12-01', answered_at: null },
} satisfies BookingData['airline_change'];

const times: [name: string, afterMs: number, data: Partial<BookingData>][] = [
  ['minutes after booking', 5 * minuteMs, {}],
  ['a day after booking', dayMs, {}],
  [
    'after a change of flights',
    3 * dayMs,
    { slices: [sampleSlice('JFK', 'LHR', { departs: '2026-12-20T22:05:00' })], total_amount: '700.00' },
  ],
  ['after a change by the airline', 3 * dayMs, { airline_change: openChange }],
];

export interface CancellingCase {
  name: string;
  now: Date;
  booking: BookingListItem;
  /** What every text has to claim of it. */
  claims: string[];
}

/** A booking of each fare at each time, for what every screen, mail and document says of cancelling it. (RULE-04) */
export const cancellingCases: CancellingCase[] = Object.entries(fares).flatMap(([fare, conditions]) =>
  times.map(([time, afterMs, data]) => {
    const now = new Date(bookedAt.getTime() + afterMs);
    const booking = sampleBooking(
      { created_at: bookedAt.toISOString() },
      { ...data, conditions: sampleConditions(conditions) },
    );
    booking.cancellability = getConfirmedCancellability(booking.bookingData, bookedAt, now);
    return { name: `${fare}, ${time}`, now, booking, claims: listClaims(fare as Fare, time) };
  }),
);

const claims = {
  nothing: /No refund|nothing comes back|gives nothing back|RefundableNo(?! airline)/,
  all: /for a full refund|Full refund|No airline fee/,
  'all but a fee': /fee of \$75|Refund −\$75|Airline fee \$75/,
  'first 24 hours': /\b24 hours\b/,
  'change by the airline': /changed or cancelled flights/,
};

/** What a text says comes back of a cancellation. Texts that contradict each other differ in it. */
export const readClaims = (text: string): string[] =>
  Object.entries(claims).flatMap(([claim, pattern]) => (pattern.test(text) ? [claim] : []));
