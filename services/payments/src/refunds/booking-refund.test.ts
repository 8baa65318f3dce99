import { sampleBooking } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { addBusinessDays, getRefundDays } from './booking-refund.ts';

it.each([
  // A Friday, and a Saturday.
  ['2026-11-20T23:59:00Z', 1, '2026-11-23'],
  ['2026-11-21T10:00:00Z', 1, '2026-11-23'],
  ['2026-11-23T00:00:00Z', 14, '2026-12-11'],
  ['2026-12-31T12:00:00Z', 5, '2027-01-07'],
])('[REFUND-04] counts business days: %s and %i are %s', (from, count, day) => {
  expect(addBusinessDays(new Date(from), count)).toBe(day);
});

it.each([
  ['agreed within 24 hours of booking', '2026-11-20T10:00:00Z', '2026-11-21T09:59:59Z', 7],
  ['agreed later', '2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', 21],
  ['of flights that depart in less than 7 days', '2026-12-01T10:00:00Z', '2026-12-01T11:00:00Z', 21],
  ['of no cancellation', '2026-11-20T10:00:00Z', null, 21],
])(
  '[RULE-05, POLICY-01, POLICY-03] expects a refund %s after the days of the policy',
  (_, bookedAt, agreedAt, days) => {
    const { bookingData } = sampleBooking();
    const booking = { booking_data: bookingData, created_at: new Date(bookedAt) };
    expect(getRefundDays(booking, { agreed_at: agreedAt === null ? null : new Date(agreedAt) })).toBe(days);
  },
);
