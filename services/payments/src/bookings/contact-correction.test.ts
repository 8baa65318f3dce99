import { sampleBooking, sampleConditions } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import type { Booking } from './booking.repository.ts';
import { getWaitEnd } from './contact-correction.ts';

const airlineChange = {
  ...{ id: 'aic_1', actions: ['cancel' as const], is_cancelled: false },
  ...{ answer_by: '2026-11-23', answered_at: null },
};
/** Leaves New York on Dec 5 at 22:05 (Dec 6, 03:05 UTC), London on Dec 13 at 22:05 UTC. */
const toBooking = (data: object = {}, bookedAt = '2026-11-01T10:00:00Z') =>
  ({
    ...{ id: '1', created_at: new Date(bookedAt) },
    booking_data: { ...sampleBooking().bookingData, ...data },
  }) as unknown as Booking;
const nonRefundable = {
  conditions: sampleConditions({ refundable: false, cancellation_options: [] }),
};
const lessAfterADay = toBooking(nonRefundable, '2026-11-20T10:00:00Z');

describe('[GUARD-11] cancelling and changing wait after a correction', () => {
  it.each([
    ['24 hours without a deadline', toBooking(), '2026-11-20T10:00Z', '2026-11-21T10:00Z'],
    ['24 hours after the first day', lessAfterADay, '2026-11-21T10:01Z', '2026-11-22T10:01Z'],
    ['until 2 hours before the first day ends', lessAfterADay, '2026-11-20T12:00Z', '2026-11-21T08:00Z'],
    ['not at all where that is near', lessAfterADay, '2026-11-21T08:30Z', '2026-11-21T08:00Z'],
    [
      'as long where the fare gives all back later too',
      toBooking({
        conditions: sampleConditions({
          refundable: true,
          refund_penalty_amount: '0.00',
          refund_penalty_currency: 'USD',
        }),
      }),
      '2026-11-01T12:00Z',
      '2026-11-02T12:00Z',
    ],
    ['until 2 hours before departure', toBooking(), '2026-12-05T12:00Z', '2026-12-06T01:05Z'],
    ['until 2 hours before the way back', toBooking(), '2026-12-13T12:00Z', '2026-12-13T20:05Z'],
    ['24 hours after the trip', toBooking(), '2026-12-20T12:00Z', '2026-12-21T12:00Z'],
    [
      'until the last day to answer the airline is nearly over',
      toBooking({ airline_change: airlineChange }),
      '2026-11-23T12:00Z',
      '2026-11-24T02:59:59Z',
    ],
    [
      '24 hours once the airline was answered',
      toBooking({ airline_change: { ...airlineChange, answered_at: '2026-11-22T10:00:00Z' } }),
      '2026-11-23T12:00Z',
      '2026-11-24T12:00Z',
    ],
  ])('%s', (_, booking, correctedAt, end) =>
    expect(getWaitEnd(booking, new Date(correctedAt), new Date(correctedAt))).toEqual(new Date(end)),
  );

  it('again once a moment has passed after which less comes back, until the next or for the rest of 24 hours', () => {
    const correctedAt = new Date('2026-11-21T08:30Z');
    const endAt = (now: string) => getWaitEnd(lessAfterADay, correctedAt, new Date(now));
    expect(endAt('2026-11-21T09:59Z')).toEqual(new Date('2026-11-21T08:00Z'));
    expect(endAt('2026-11-21T10:01Z')).toEqual(new Date('2026-11-22T08:30Z'));
  });
});
