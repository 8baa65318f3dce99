import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it } from 'vitest';
import { sampleMailBooking, sampleMails, samplePaid, sampleStoredChange } from '../testing/sample-mails.ts';
import { renderBookingMail } from './booking-mails.ts';
import { composeChangeMail } from './change-mails.ts';

const origin = 'https://fly.example';
const mails = sampleMails(defaultBrand, origin);
const composeText = (changes: object) => {
  const booking = sampleMailBooking();
  const content = composeChangeMail(booking, sampleStoredChange(changes), samplePaid);
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
  const refunded = composeText({ charge_minor: 0, refund_minor: 1200, penalty_minor: 7500 });
  expect(refunded.text).toContain(
    "$12 (USD) is on its way to your card. The airline's fee of $75 (USD) is taken into account.",
  );
  expect(composeText({ charge_minor: 0, penalty_minor: 0 }).text).toContain('It cost nothing.');
  const both = composeText({ charge_minor: 0, refund_minor: 1200, credit_minor: 900, penalty_minor: 7500 });
  expect(both.text.match(/The airline's fee/g)).toHaveLength(1);
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
