import { sampleBooking, sampleConditions } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import type { BookingState } from '../db/schema.ts';
import { getCancellability } from './cancellability.ts';

const bookedAt = new Date('2026-11-20T10:00:00Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A booking with flights at 22:05 on December 5, 2026 in New York, which is 03:05 UTC. */
function booking(isRefundable: boolean, state: BookingState = 'confirmed') {
  const { bookingData } = sampleBooking();
  const [first] = bookingData.slices[0]!.segments;
  first!.origin.time_zone = 'America/New_York';
  if (!isRefundable) bookingData.conditions = sampleConditions({ refundable: false });
  return { state, created_at: bookedAt, booking_data: bookingData };
}
const after = (ms: number) => new Date(bookedAt.getTime() + ms);

describe('getCancellability', () => {
  it.each([
    [true, 0, 'first_24_hours'],
    [false, 0, 'first_24_hours'],
    [false, dayMs - minuteMs, 'first_24_hours'],
    [false, dayMs - 1, 'first_24_hours'],
    [false, dayMs, 'non_refundable'],
    [false, dayMs + minuteMs, 'non_refundable'],
    [true, dayMs, 'by_fare'],
  ])(
    '[TRIPS-19, REFUND-03] of a fare with an option: %s, %i ms after booking: %s',
    (hasOption, ms, expected) => expect(getCancellability(booking(hasOption), after(ms))).toBe(expected),
  );

  it.each([
    ['2026-12-06T03:04:59Z', 'by_fare'],
    ['2026-12-06T03:05:00Z', 'departed'],
  ])('[TRIPS-19] compares the departure in the time zone of its airport: at %s %s', (now, expected) =>
    expect(getCancellability(booking(true), new Date(now))).toBe(expected),
  );

  it('[REFUND-03] is departed also in the first 24 hours', () => {
    const departure = new Date('2026-12-06T03:05:00Z');
    const late = { ...booking(true), created_at: new Date(departure.getTime() - minuteMs) };
    expect(getCancellability(late, departure)).toBe('departed');
  });

  it('[REFUND-03] is refused once the airline has said that it gives credit', () => {
    const credit = booking(true);
    credit.booking_data.refunded_as_credit = true;
    expect(getCancellability(credit, bookedAt)).toBe('as_credit');
    expect(getCancellability({ ...credit, state: 'completed' }, bookedAt)).toBe('completed');
  });

  it('[TRIPS-19] takes flights without a known departure as not departed', () => {
    const unknown = booking(true);
    unknown.booking_data.slices[0]!.segments[0]!.departing_at = null;
    expect(getCancellability(unknown, new Date('2027-01-01'))).toBe('by_fare');
    unknown.booking_data.slices = [];
    expect(getCancellability(unknown, new Date('2027-01-01'))).toBe('by_fare');
  });

  it.each([
    ['completed', 'completed'],
    ['cancelling', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['cancelled_by_airline', 'cancelled_by_airline'],
    ['pending', 'unconfirmed'],
    ['needs_review', 'unconfirmed'],
  ] as const)('[API-58] of a booking in the state %s is %s', (state, expected) =>
    expect(getCancellability(booking(true, state), bookedAt)).toBe(expected),
  );
});
