import type { RefundShare } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it } from 'vitest';
import {
  sampleBookingChange,
  sampleMailBooking,
  sampleMails,
  samplePaid,
  sampleStoredChange,
} from '../testing/sample-mails.ts';
import { renderBookingMail } from './booking-mails.ts';
import { composeAirlineChangeMail, composeChangeMail } from './change-mails.ts';

const origin = 'https://fly.example';
const mails = sampleMails(defaultBrand, origin);
const composeText = (changes: object, shares: Partial<RefundShare>[] = []) => {
  const booking = sampleMailBooking();
  const share = { amount: '12.00', card: null, state: 'paid' as const, expected_on: '2026-12-11' };
  const refund_shares = shares.map((told) => ({ ...share, ...told }));
  const change = sampleStoredChange(changes);
  const paid = { ...samplePaid, changes: [sampleBookingChange({ id: change.id, refund_shares })] };
  const content = composeChangeMail(booking, change, paid);
  return renderBookingMail(booking, defaultBrand, content);
};
const find = (name: string) => mails.find((sample) => sample.name === name)!.mail;

it('[TRIP-07] says what an offered change is, costs and until when, and has the link to pay it', () => {
  const { subject, text } = find('change to pay');
  expect(subject).toBe('Pay the change of your booking RZPNX8');
  expect(text).toContain('In place of\n * Sun, Dec 13: BA100, LHR 22:05 to AMS 00:20+1');
  expect(text).toContain(
    "It costs $45.50 (USD). The airline's fee of $20 (USD) is part of it. The price holds until Nov 27, 2026, 10:20 UTC.",
  );
  expect(text).toContain(`See and pay it ${origin}/booking/change/5f1d7a3e-0000-4000-8000-000000000001/c1\n`);
  expect(text).toContain('Nothing is changed or charged before you have paid.');
  const bags = find('bags to pay');
  expect(bags.subject).toBe('Pay the bags of your booking RZPNX8');
  expect(bags.text).toContain(' * Ada Lovelace: 1 checked bag up to 23 kg, JFK to LHR ($35)');
  expect(bags.text).toContain('It costs $35 (USD). The price holds until');
});

it('[TRIP-05] says how the flights were and are, until when an answer is asked, and what it can be', () => {
  const { text } = find('flights changed by the airline');
  expect(text).toContain('Please answer by Tue, Dec 1. Later the airline may have less to offer.');
  expect(text).toContain(' * accept the new flights\n');
  expect(text).toContain('Before\n * Sat, Dec 5: BA100, JFK 22:05 to LHR 10:30+1\n');
  expect(text).toContain(
    'Now\n\nOutbound\nSat, Dec 5, 8h 30m, Non-stop\n\nChanged by the airline. Before: Sat, Dec 5, 22:05 to 10:30+1\n\n23:40 New York (JFK)',
  );
  // The slices that stay are left out, as on the trip page.
  expect(text).not.toContain(' * Sun, Dec 13');
  expect(text.match(/Changed by the airline/g)).toHaveLength(1);
});

it('[TRIP-03] says what a change has cost, how the flights were and all that is booked now', () => {
  const { text } = find('flights changed');
  expect(text).toContain("You paid $45.50 (USD). The airline's fee of $20 (USD) is part of it.");
  expect(text).toContain('Before\n * Sun, Dec 13: BA100, LHR 22:05 to AMS 00:20+1');
  expect(text).toContain('Outbound\nSat, Dec 5');
});

it('[TRIP-03] calls the fee of the airline a part of what was paid only where it is', () => {
  const { text } = composeText({ charge_minor: 5763, penalty_minor: 7500 });
  expect(text).toContain("You paid $57.63 (USD). The airline's fee of $75 (USD) is taken into account.");
  const refunded = composeText({ charge_minor: 0, penalty_minor: 7500 }, [{}]);
  expect(refunded.text).toContain("in most cases. The airline's fee of $75 (USD) is taken into account.");
  expect(composeText({ charge_minor: 0, penalty_minor: 0 }).text).toContain('It cost nothing.');
  const both = composeText({ charge_minor: 0, credit_minor: 900, penalty_minor: 7500 }, [{}]);
  expect(both.text.match(/The airline's fee/g)).toHaveLength(1);
});

it('[REFUND-04] [LEDGER-06] says of each share of what a change brings what became of it, once above and once with the price', () => {
  const card = { brand: 'visa', last4: '4242' };
  const { text } = composeText({ charge_minor: 0, penalty_minor: 0 }, [
    { state: 'paid', card },
    { state: 'disputed', amount: '20.00' },
    { state: 'review', amount: '3.00', card },
  ]);
  for (const sentence of [
    '$12 (USD) was refunded to your Visa card ending 4242. Your bank shows it by Dec 11, 2026 at the latest, in most cases.',
    'A payment of this trip is disputed at the bank. Once that is decided, $20 (USD) is refunded to the card that you paid with, unless the bank has given it back.',
    '$3 (USD) could not be refunded to your Visa card ending 4242, because no payment has so much left. We are looking at it.',
  ])
    expect(text.split(sentence)).toHaveLength(3);
});

it.each(['flights changed', 'bags added'])(
  '[DOC-01] the mail "%s" has passengers, rules and price parts of all that is booked now',
  (name) => {
    const { text } = find(name);
    for (const part of [
      'E-ticket 125-4671234560',
      'No refund',
      'Total (USD): $612.40',
      'Visa card ending 4242',
    ])
      expect(text).toContain(part);
  },
);

it('[RULE-02] says in every mail of a change what is given up, and fare and rules before and after', () => {
  for (const name of ['flights changed', 'change to pay', 'change not paid']) {
    const { text } = find(name);
    expect(text).toContain(
      'Given up with the old flights: seat 14C of Ada Lovelace on BA100 ($29). The airline does not move it to the new ones. The $29 (USD) paid for it does not come back with the change',
    );
    expect(text).toContain('Fare and rules before and after\n');
    expect(text).toMatch(
      /Changes\s+Before: Changes allowed, fees may apply - the airline’s is \$50\s+After: No changes/,
    );
  }
  expect(find('bags added').text).not.toContain('before and after');
});

it('[RULE-02] says of seats and bags on flights that the airline has changed that it does not say whether it keeps them', () => {
  expect(find('flights changed by the airline').text).toContain(
    'You have chosen for these flights: seat 12A of Ada Lovelace on BA100 ($18); 2 checked bags up to 23 kg of Ada Lovelace, JFK to LHR ($70). The airline does not say whether it keeps that on the new ones.',
  );
  expect(find('flights cancelled by the airline').text).not.toContain('You have chosen');
});

it('[RULE-02] says what the airline has left out on other flights', () => {
  const booking = sampleMailBooking();
  const seat = { passenger_id: 'pas_1', segment_id: 'seg_before', designator: '12C', amount: '29.00' };
  booking.booking_data.seats = [seat];
  const { text } = renderBookingMail(booking, defaultBrand, composeAirlineChangeMail(booking));
  expect(text).toContain(
    'Not on your flights any more, as far as the airline says: seat 12C of Ada Lovelace ($29). Please call us about what you paid for it.',
  );
});
