import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { addDays } from '@fareline/presentation/formats';
import { describe, expect, it } from 'vitest';
import { internationalOffer, oneAdultOffer } from '../testing/samples.ts';
import { listOtherCountries, passportCountries } from './countries.ts';
import { normalisePassportNumber, needsPassports, passportHint } from './passport-rules.ts';
import { createReadPhone } from './phone.ts';

describe('needsPassports', () => {
  it('[PAX-10] is false within one country', () => expect(needsPassports(oneAdultOffer(), [])).toBe(false));

  it.each(['origin', 'destination'] as const)('is false when the country of the %s is not known', (end) => {
    const [slice] = oneAdultOffer().slices;
    const [segment] = slice!.segments;
    const unknown = { [end]: { ...slice![end], country_code: null } };
    const offer = oneAdultOffer({
      slices: [{ ...slice!, ...unknown, segments: [{ ...segment!, ...unknown }] }],
    });
    expect(needsPassports(offer, [])).toBe(false);
  });

  it('[PAX-11] is true when the airline requires identity documents', () =>
    expect(needsPassports(oneAdultOffer({ passenger_identity_documents_required: true }), [])).toBe(true));

  it('[PAX-12] is true when a slice crosses a border', () =>
    expect(needsPassports(internationalOffer(), [])).toBe(true));

  it('[PAX-12] is true when only a segment crosses a border', () => {
    const [slice] = oneAdultOffer().slices;
    const offer = oneAdultOffer({
      slices: [{ ...slice!, segments: internationalOffer().slices[0]!.segments }],
    });
    expect(needsPassports(offer, [])).toBe(true);
  });

  it('[PAX-13] is true when the brand lists the pair of airports in either direction', () => {
    expect(needsPassports(oneAdultOffer(), ['JFK-BOS'])).toBe(true);
    expect(needsPassports(oneAdultOffer(), ['BOS-JFK'])).toBe(true);
    expect(needsPassports(oneAdultOffer(), ['LAX-BOS'])).toBe(false);
  });
});

describe('passport fields', () => {
  it('[PAX-14] removes whitespace and converts to upper case', () =>
    expect(normalisePassportNumber(' ab 12\t3c')).toBe('AB123C'));

  it('[PAX-18] [FIELD-03] returns a hint for a passport that has expired, or expires within 180 days of the arrival', () => {
    const [today, arrival] = ['2026-11-20', '2027-03-25'];
    const hint = (expiry: string) => passportHint(expiry, today, arrival);
    expect(hint('2026-11-19')).toBe('Passport has expired');
    expect(hint(today)).toBe('Less than 6 months validity');
    expect(hint(addDays(arrival, 179))).toBe('Less than 6 months validity');
    expect(hint(addDays(arrival, 180))).toBeUndefined();
    expect(hint('')).toBeUndefined();
  });

  it('[PAX-19] has 24 countries', () => {
    expect(passportCountries).toHaveLength(24);
    expect(new Set(passportCountries.map(([code]) => code)).size).toBe(24);
  });
});

it('[FIELD-06] all other countries of ISO 3166 follow by name', () => {
  const others = listOtherCountries();
  expect(passportCountries.length + others.length).toBe(249);
  expect(new Set([...passportCountries, ...others].map(([code]) => code)).size).toBe(249);
  expect(others).toContainEqual(['KR', 'South Korea']);
  expect(others.filter(([code, name]) => code === name)).toEqual([]);
  expect(others.map(([, name]) => name).slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
});

describe('phone numbers', () => {
  const read = (phone: string, passportIssuingCountry = '', brandPhone = '+1 888 555 0142') =>
    createReadPhone(
      { contact: { email: '', phone: brandPhone, address: '' } },
      sampleOffer({ slices: [sampleSlice('LHR', 'JFK')] }),
    )({ phone, passportIssuingCountry })?.number;

  it('[FIELD-05] are of the country of the brand, of the passport or of the departure, whichever they fit first', () => {
    expect(read('(212) 555-0142')).toBe('+12125550142');
    expect(read('020 7946 0958')).toBe('+442079460958');
    expect(read('02-312-3456', 'KR')).toBe('+8223123456');
    expect(read('030 901820', 'DE', '')).toBe('+4930901820');
    expect(read('(212) 555-0142', 'DE')).toBe('+12125550142');
  });

  it('[PROVIDER-39] name their country with + or 00, and are not parsed from other text', () => {
    expect(read('+44 20 7946 0958')).toBe('+442079460958');
    expect(read('0044 20 7946 0958')).toBe('+442079460958');
    for (const typed of ['12', '', '+', 'call 2125550142', '212 555 0142 x', '123+456'])
      expect(read(typed)).toBeUndefined();
  });
});
