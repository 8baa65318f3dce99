import type { BookingRefund } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { sampleBooking, sampleConditions } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { composeCancellationMail, composeChangeOfferMail, composeConfirmationMail } from './booking-mail.ts';
import type { StoredChange } from './booking-change.repository.ts';
import type { Booking } from './booking.repository.ts';

/** The text of the confirmation of a round trip with these cabins, whose return is in another fare. */
function composeText(cabin: string | null, returnFare: string | null): string {
  const { bookingData } = sampleBooking();
  const [outbound, inbound] = bookingData.slices;
  outbound!.fare_brand_name = returnFare && 'Basic';
  inbound!.fare_brand_name = returnFare;
  for (const { segments } of bookingData.slices) for (const segment of segments) segment.cabin_class = cabin;
  const booking = { contact_first_name: 'Ada', booking_reference: 'RZPNX8', booking_data: bookingData };
  return composeConfirmationMail(booking as Booking, defaultBrand).text;
}

it('[LIST-04] names fare and cabin in the confirmation mail', () => {
  expect(composeText('economy', 'Basic')).toContain('\nFare: Basic · Economy\n');
  expect(composeText('business', 'Flex')).toContain(
    '\nFare: Outbound Basic, Business; return Flex, Business\n',
  );
});

it('[LIST-04] has no line of the fare for a booking stored without it', () => {
  expect(composeText(null, 'Basic')).toContain('\nFare: Basic\n');
  expect(composeText(null, null)).not.toContain('Fare:');
});

it('[PROMISE-03] says in the confirmation mail what the fare includes, and that nothing comes back', () => {
  const { bookingData } = sampleBooking();
  bookingData.included_bags = { cabin: 0, checked: 0 };
  bookingData.conditions = sampleConditions({ refundable: false, changeable: false });
  const booking = { contact_first_name: 'Ada', booking_reference: 'RZPNX8', booking_data: bookingData };
  expect(composeConfirmationMail(booking as Booking, defaultBrand).text).toContain(
    [
      '  No bag included',
      '  No changes - the flights of this fare cannot be changed',
      '  No refund - if you cancel, nothing comes back',
    ].join('\n'),
  );
});

it('[EXTRA-02] names the seats and bags of each passenger with their price', () => {
  const { bookingData } = sampleBooking();
  const [outbound] = bookingData.slices;
  const segment_ids = outbound!.segments.map(({ id }) => id);
  bookingData.seats = [{ passenger_id: 'pas_1', segment_id: segment_ids[0]!, designator: '12A' }];
  const bag = { passenger_id: 'pas_1', segment_ids, type: 'baggage', weight_kg: 23 } as const;
  bookingData.bags = [{ ...bag, quantity: 2, amount: '70.00' }];
  const booking = { contact_first_name: 'Ada', booking_reference: 'RZPNX8', booking_data: bookingData };
  expect(composeConfirmationMail(booking as Booking, defaultBrand).text).toContain(
    '  Ada Lovelace, seat 12A\n    2 checked bags up to 23 kg, JFK to LHR: 70.00 USD\n  Bo Lovelace\n',
  );
});

it('[REFUND-02] [REFUND-04] names amount, card and expected day of the refund, or that there is none', () => {
  const booking = {
    contact_first_name: 'Ada',
    booking_reference: 'RZPNX8',
    booking_data: sampleBooking().bookingData,
  };
  const compose = (change: Partial<BookingRefund>) =>
    composeCancellationMail(booking as Booking, defaultBrand, {
      ...{ amount: '500.00', currency: 'USD', state: 'paid', expected_on: '2026-12-11' },
      ...{ returned_amount: null, advance_amount: null },
      card: { brand: 'visa', last4: '4242' },
      ...change,
    }).text;
  expect(compose({})).toContain(
    '\n500.00 USD was refunded to your Visa card ending 4242. Your bank shows it by 2026-12-11 at the latest, in most cases.\n',
  );
  expect(compose({ card: null })).toContain('500.00 USD was refunded to the card that you paid with.');
  expect(compose({ amount: '0.00', state: 'none' })).toContain(
    '\nThe airline keeps the whole price of this fare, so nothing comes back.\n',
  );
  expect(compose({ state: 'owed', returned_amount: '20.00' })).toContain(
    '500.00 USD is owed to you, besides the refund of 20.00 USD. We write to you when it is refunded',
  );
  expect(compose({ returned_amount: '20.00' })).toContain(
    '\n500.00 USD was refunded to your Visa card ending 4242, besides the refund of 20.00 USD. Your bank',
  );
  expect(compose({ state: 'pending', returned_amount: '20.00' })).toContain(
    '\n500.00 USD is being refunded to your Visa card ending 4242, expected by 2026-12-11, besides the refund of 20.00 USD.\n',
  );
  expect(compose({})).not.toContain('if you cancel');
  expect(compose({ advance_amount: '0.00' })).toContain(
    '\nIt is not taken off what comes back if you cancel, but in all no more comes back than you paid.\n',
  );
  expect(compose({ advance_amount: '500.00' })).toContain('\nIt is paid in advance: it is taken off');
  expect(compose({ advance_amount: '20.00' })).toContain('\n20.00 USD of it is paid in advance');
});

it('[GUEST-05] leads a guest to a password and the booking, and tells nobody to register', () => {
  const origin = 'https://fares.example';
  const { bookingData } = sampleBooking();
  const booking = { booking_reference: 'RZPNX8', booking_data: bookingData, site_origin: origin };
  const compose = (link?: string) =>
    composeConfirmationMail(booking as Booking, defaultBrand, { claimLink: link }).text;
  const link = `${origin}/my-trips?claim=a-token`;
  expect(compose(link)).toContain(`open this link:\n${link}\n`);
  expect(compose(link)).toContain(`set one first:\n${origin}/forgot-password\n`);
  expect(compose(link)).not.toMatch(/register/i);
  expect(compose()).not.toContain('/forgot-password');
});

it('[TRIP-07] says what an offered change is, costs and until when, and has the link to pay it', () => {
  const { bookingData } = sampleBooking();
  const [outbound] = bookingData.slices;
  const booking = {
    ...{ id: 'b1', contact_first_name: 'Ada', booking_reference: 'RZPNX8', booking_data: bookingData },
    site_origin: 'https://fly.example',
  };
  const change = {
    ...{ id: 'c1', kind: 'flights', charge_minor: 4550, penalty_minor: 2000, currency: 'USD' },
    expires_at: new Date('2026-11-27T10:20:31Z'),
    content: { removed: [0], removed_slices: [outbound], slices: [outbound], bags: [], services: [] },
  };
  const compose = (changes: object = {}) =>
    composeChangeOfferMail(booking as Booking, defaultBrand, {
      ...change,
      ...changes,
    } as unknown as StoredChange);
  const { subject, text } = compose();
  expect(subject).toBe('Pay the change of your booking RZPNX8');
  expect(text).toContain('In place of:\n');
  expect(text).toContain(
    [
      "It costs 45.50 USD. The airline's fee of 20.00 USD is part of it. The price holds until 2026-11-27 10:20 UTC. See and pay it here:",
      'https://fly.example/booking/change/b1/c1',
      '',
      'Nothing is changed or charged before you have paid.',
    ].join('\n'),
  );
  const segment_ids = outbound!.segments.map(({ id }) => id);
  const bag = { passenger_id: 'pas_1', segment_ids, type: 'baggage', weight_kg: 23, quantity: 1 };
  const bags = compose({
    ...{ kind: 'bags', charge_minor: 3500, penalty_minor: null },
    content: { ...change.content, bags: [{ ...bag, amount: '35.00' }] },
  });
  expect(bags.subject).toBe('Pay the bags of your booking RZPNX8');
  expect(bags.text).toContain('  Ada Lovelace: 1 checked bag up to 23 kg, JFK to LHR: 35.00 USD');
  expect(bags.text).toContain('It costs 35.00 USD. The price holds until');
});
