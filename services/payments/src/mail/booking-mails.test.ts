import type { BookingRefund } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import {
  sampleBooking,
  sampleConditions,
  currencies,
  findRepeatedCurrency,
} from '@fareline/contracts/testing';
import type { MailContent } from '@fareline/mails';
import { expect, it } from 'vitest';
import type { Booking } from '../bookings/booking.repository.ts';
import { sampleMailBooking, samplePaid, sampleRefund } from '../testing/sample-mails.ts';
import {
  composeAirlineCancellationMail,
  composeCancellationMail,
  composeConfirmationMail,
  composeMessageMail,
  composePendingMail,
  renderBookingMail,
} from './booking-mails.ts';

const origin = 'https://fares.example';
const toText = (booking: Booking, content: MailContent) =>
  renderBookingMail(booking, defaultBrand, content).text;
function composeConfirmation(data: object, claimLink?: string): string {
  const booking = sampleMailBooking({}, data);
  const confirmation = { ...samplePaid, claimLink };
  return toText(booking, composeConfirmationMail(booking, defaultBrand, confirmation));
}

/** The text of the confirmation of a round trip with these cabins, whose return is in another fare. */
function composeText(cabin: string | null, returnFare: string | null): string {
  const { slices } = structuredClone(sampleBooking().bookingData);
  const [outbound, inbound] = slices;
  outbound!.fare_brand_name = returnFare && 'Basic';
  inbound!.fare_brand_name = returnFare;
  for (const { segments } of slices) for (const segment of segments) segment.cabin_class = cabin;
  return composeConfirmation({ slices });
}

it('[LIST-04] names fare and cabin in the confirmation mail', () => {
  expect(composeText('economy', 'Basic')).toContain('\nBasic · Economy\n');
  expect(composeText('business', 'Flex')).toContain('\nOutbound Basic, return Flex · Business\n');
});

it('[LIST-04] has no line of the fare for a booking stored without it', () => {
  expect(composeText(null, 'Basic')).toContain('Fare\n\nBasic\n');
  expect(composeText(null, null)).toContain('Fare\n * ');
});

it('[PROMISE-03] says in the confirmation mail what the fare includes, and that nothing comes back after 24 hours', () => {
  const conditions = sampleConditions({ refundable: false, changeable: false });
  expect(composeConfirmation({ conditions, included_bags: { cabin: 0, checked: 0 } })).toContain(
    [
      ' * No bag included',
      ' * No changes - the flights of this fare cannot be changed',
      ' * No refund - if you cancel, nothing comes back, but within 24 hours of booking everything comes back if the airline agrees',
    ].join('\n'),
  );
});

it('[DOC-01] has flights with airline, number, airports and local times, and what each passenger has on them', () => {
  expect(composeConfirmation({})).toContain(`Flights

Outbound
Sat, Dec 5, 8h 30m, Non-stop
22:05 New York (JFK) New York Airport
Airline BA BA100, 4h, Airbus A320
Ada Lovelace: seat 12A, 2 checked bags up to 23 kg
10:30+1 London (LHR) London Airport

Return
Sun, Dec 13, 8h 30m, 1 stop in AMS
22:05 London (LHR) London Airport
`);
});

it('[EXTRA-02] names the bags of each passenger with their price', () => {
  expect(composeConfirmation({})).toContain(
    'Ada Lovelace\nAdult\n2 checked bags up to 23 kg, JFK to LHR ($70)\n',
  );
});

it('[DOC-01] says the parts of the price, the total and the card', () => {
  expect(composeConfirmation({})).toContain(`Price
Flights: $524.40
Seats: $18
Bags: $70
Total (USD): $612.40

$612.40 (USD) was paid with your Visa card ending 4242.
`);
});

it('[REFUND-02] [REFUND-04] names amount, card and expected day of the refund, or that there is none', () => {
  const booking = sampleMailBooking();
  const compose = (change: Partial<BookingRefund>) =>
    toText(booking, composeCancellationMail(booking, sampleRefund(change), samplePaid));
  expect(compose({})).toContain(
    '\n$500 (USD) was refunded to your Visa card ending 4242. Your bank shows it by Dec 11, 2026 at the latest, in most cases.\n',
  );
  expect(compose({ card: null })).toContain('$500 (USD) was refunded to the card that you paid with.');
  expect(compose({ amount: '0.00', state: 'none' })).toContain(
    '\nThe airline keeps the whole price of this fare, so nothing comes back.\n',
  );
  expect(compose({ state: 'owed', returned_amount: '20.00' })).toContain(
    '$500 (USD) is owed to you, besides the refund of $20 (USD). We write to you when it is refunded',
  );
  expect(compose({ returned_amount: '20.00' })).toContain(
    '\n$500 (USD) was refunded to your Visa card ending 4242, besides the refund of $20 (USD). Your bank',
  );
  expect(compose({ state: 'pending', returned_amount: '20.00' })).toContain(
    '\n$500 (USD) is being refunded to your Visa card ending 4242, expected by Dec 11, 2026, besides the refund of $20 (USD).\n',
  );
  const share = { amount: '480.00', card: null, expected_on: '2026-12-11' };
  expect(
    compose({
      state: 'disputed',
      shares: [
        { ...share, state: 'paid' },
        { ...share, amount: '20.00', state: 'disputed' },
      ],
    }),
  ).toMatch(
    /\n\$480 \(USD\) was refunded to .*\n+A payment of this trip is disputed .* \$20 \(USD\) is refunded/,
  );
  expect(compose({})).not.toContain('if you cancel');
  expect(compose({ advance_amount: '0.00' })).toContain(
    '\nIt is not taken off what comes back if you cancel, but in all no more comes back than you paid.\n',
  );
  expect(compose({ advance_amount: '500.00' })).toContain('\nIt is paid in advance: it is taken off');
  expect(compose({ advance_amount: '20.00' })).toContain('\n$20 (USD) of it is paid in advance');
});

it.each(currencies)(
  '[PROVIDER-42] a confirmation names the currency of its prices once: %s',
  (total_currency) => {
    const text = composeConfirmation({ total_currency });
    expect(text).toContain(total_currency);
    expect(findRepeatedCurrency(text)).toBeUndefined();
  },
);

it('[DOC-02] has passengers, price parts and card of a booking that is cancelled', () => {
  const booking = sampleMailBooking();
  for (const compose of [composeCancellationMail, composeAirlineCancellationMail]) {
    const text = toText(booking, compose(booking, sampleRefund(), samplePaid));
    expect(text).toContain('Ada Lovelace\nAdult\n2 checked bags up to 23 kg, JFK to LHR ($70)\n');
    expect(text).toContain('You paid\nFlights: $524.40\nSeats: $18\nBags: $70\nTotal (USD): $612.40\n');
    expect(text).toContain('$612.40 (USD) was paid with your Visa card ending 4242.');
  }
});

it('[FAQ-07] says that check-in is open when that was so on booking', () => {
  const compose = (created_at: string) => {
    const booking = sampleMailBooking({ created_at: new Date(created_at) });
    const zoned = booking.booking_data.slices.map((slice) => ({
      ...slice,
      origin: { ...slice.origin, time_zone: 'America/New_York' },
    }));
    const ofZone = { ...booking, booking_data: { ...booking.booking_data, slices: zoned } };
    return toText(ofZone, composeConfirmationMail(ofZone, defaultBrand, samplePaid));
  };
  expect(compose('2026-12-05T03:04:00Z')).toContain('at the latest on Fri, Dec 4 at 22:05, on the site of');
  expect(compose('2026-12-05T03:06:00Z')).toContain('Online check-in is open, on the site of');
});

it('[GUEST-05] [DOC-02] leads a guest to a password and the booking, and tells nobody to register', () => {
  const link = `${origin}/my-trips?claim=a-token`;
  const text = composeConfirmation({}, link);
  expect(text).toContain(`Add this booking ${link}\n`);
  expect(text).toContain(`Set your password ${origin}/forgot-password first.`);
  expect(text).not.toMatch(/register/i);
  expect(composeConfirmation({})).not.toContain('/forgot-password');
});

it('[DOC-01] shows what travellers and support have written as text', () => {
  const name = '<img src=x onerror=alert(1)>';
  const booking = sampleMailBooking({ contact_first_name: name });
  const { html, text } = renderBookingMail(
    booking,
    defaultBrand,
    composeMessageMail(booking, 'First line\nsecond <b>line</b>\n\nanother paragraph'),
  );
  expect(html).not.toMatch(/<img src=x|<b>/);
  expect(text).toContain(`Hello ${name},\n\nFirst line\nsecond <b>line</b>\n\nanother paragraph\n`);
});

it('[STATUS-04] says of an unknown outcome what is authorised, in the words of the status page', () => {
  const booking = sampleMailBooking();
  expect(toText(booking, composePendingMail(booking))).toContain(
    '$612.40 (USD) is held on your card. It is charged once if the airline confirms',
  );
});
