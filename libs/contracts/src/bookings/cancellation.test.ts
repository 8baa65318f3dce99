import { expect, it } from 'vitest';
import { cancellingCases, readClaims, sampleBooking, sampleConditions } from '../testing/index.ts';
import { cancellabilities } from './cancellability.ts';
import {
  describeCancellation,
  describeNothingBack,
  describeRefusal,
  findCancellationEnd,
  getFirstPeriod,
} from './cancellation.ts';

const format = (amount: string) => `$${Number(amount)}`;
const created_at = '2026-11-20T10:00:00Z';

/** A fare without a refund whose first flight departs at 22:05 in New York, which is 03:05 UTC of the next day. */
const departing = (day: string, refundable: boolean | null = false) => {
  const { bookingData } = sampleBooking();
  bookingData.slices[0]!.segments[0]!.departing_at = `${day}T22:05:00`;
  return { ...bookingData, conditions: sampleConditions({ refundable }) };
};

it('[RULE-04] never says in the first 24 hours that nothing comes back without what holds in them', () => {
  for (const cancellability of [undefined, 'first_24_hours', 'changing', 'unconfirmed'] as const)
    for (const day of ['2026-11-21', '2026-12-05'])
      expect(describeCancellation(departing(day), { created_at, cancellability }, format)).toMatch(
        /nothing comes back, but within 24 hours of booking (everything comes back if the airline agrees|we ask the airline whatever the fare)$/,
      );
});

it('[POLICY-01] expects everything back only with departure at least 7 days away', () => {
  const isFree = (bookedAt: string) => getFirstPeriod(departing('2026-12-05'), new Date(bookedAt)).isFree;
  expect(isFree('2026-11-29T03:05:00Z')).toBe(true);
  expect(isFree('2026-11-29T03:05:01Z')).toBe(false);
  expect(getFirstPeriod({ slices: [] }, new Date(created_at)).isFree).toBe(false);
  expect(describeCancellation(departing('2026-11-26'), { created_at }, format)).toMatch(/whatever the fare$/);
});

it('[RULE-04] says nothing of cancelling a trip that cannot be cancelled any more but the name of its fare', () => {
  for (const cancellability of ['departed', 'completed', 'cancelled', 'cancelled_by_airline'] as const) {
    expect(describeRefusal(cancellability, departing('2026-12-05'))).not.toBeNull();
    expect(describeCancellation(departing('2026-12-05'), { created_at, cancellability }, format)).toBe(
      'No refund',
    );
  }
});

it('[RULE-04] does not say that nothing comes back where the airline does not say', () => {
  const unknown = departing('2026-12-05', null);
  const refusal = describeRefusal('non_refundable', unknown);
  expect(refusal).toMatch(/^The airline does not say whether this ticket can be refunded/);
  expect(
    readClaims(
      `${refusal} ${describeCancellation(unknown, { created_at, cancellability: 'non_refundable' }, format)}`,
    ),
  ).toEqual([]);
});

it('[REFUND-03] names when the airline was asked that gives nothing back', () => {
  expect(describeNothingBack('first_24_hours')).toContain('also within 24 hours of booking');
  expect(describeNothingBack('airline_change')).toContain('also after its change of the flights');
  expect(describeNothingBack('non_refundable')).toBe(
    describeRefusal('non_refundable', departing('2026-12-05')),
  );
});

it('[RULE-04] names the end of the first 24 hours only in them, and where the fare does not give everything back', () => {
  const ends = cancellabilities.map((cancellability) =>
    findCancellationEnd(departing('2026-12-05'), { created_at, cancellability }),
  );
  expect(ends.filter(Boolean)).toEqual(['2026-11-21T10:00:00.000Z']);
  const [refundable] = cancellingCases;
  expect(findCancellationEnd(refundable!.booking.bookingData, refundable!.booking)).toBeUndefined();
});

it.each(cancellingCases)('[RULE-04] claims of a fare that is $name: $claims', ({ booking, claims }) => {
  const told = describeCancellation(booking.bookingData, booking, format);
  expect(readClaims(told)).toEqual(claims);
});
