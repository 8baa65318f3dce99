import { defaultBrand } from '@fareline/contracts/schemas';
import { findTokenLinks, tokenLinks } from '@fareline/contracts/testing';
import { listAddresses, listUnknownFeatures } from '@fareline/mails/testing';
import { formatTime } from '@fareline/presentation/formats';
import { expect, it } from 'vitest';
import { mailKinds } from '../db/schema.ts';
import { sampleMailBooking, sampleMails } from '../testing/sample-mails.ts';

const origin = 'https://fly.example';
const { company } = defaultBrand.content;
const brand = {
  ...defaultBrand,
  name: 'Polar',
  logo: '/brand/polar.svg',
  content: { ...defaultBrand.content, company: { ...company, legalName: 'Polar Ltd' } },
};
const samples = sampleMails(brand, origin).map(({ name, mail }) => [name, mail] as const);

it('[DOC-01] there is a sample of at least as many mails as there are kinds', () =>
  expect(samples.length).toBeGreaterThan(mailKinds.length));

it.each(samples)('[DOC-01] the mail "%s" is made of what mail clients know', (_name, { html }) =>
  expect(listUnknownFeatures(html)).toEqual([]),
);

it.each(samples)('[HOST-03] the mail "%s" is of the brand and leads to its host', (_name, mail) => {
  expect(`${mail.subject}${mail.text}`).not.toContain(`${defaultBrand.name} `);
  expect(mail.text).toContain(`Call us on ${brand.contact.phone}`);
  for (const address of listAddresses(mail.html)) expect(new URL(address).origin).toBe(origin);
});

it.each(samples)(
  '[CARE-01] the links with a token in the mail "%s" are known, and change nothing',
  (_name, { html }) => {
    const known = tokenLinks.map(({ link }) => link);
    for (const link of findTokenLinks(listAddresses(html))) expect(known).toContain(link);
  },
);

const withoutFlights = [
  ...[
    'trip code',
    'message of support',
    'address changed',
    'address to confirm',
    'refund paid',
    'refund failed',
  ],
  ...['bags to pay', 'change to pay'],
];

it.each(samples.filter(([name]) => !withoutFlights.includes(name)))(
  '[DOC-01] the mail "%s" has in both parts each flight with number, airports and local times',
  (_name, { html, text }) => {
    const words = html.replaceAll(/<[^>]*>/g, '');
    for (const segment of sampleMailBooking().booking_data.slices[1]!.segments)
      for (const fact of [
        segment.flight_number!,
        ...[segment.origin, segment.destination].map((place) => `${place.city_name} (${place.iata_code})`),
        ...[segment.departing_at, segment.arriving_at].map(formatTime),
      ]) {
        expect(text).toContain(fact);
        expect(words).toContain(fact);
      }
  },
);
