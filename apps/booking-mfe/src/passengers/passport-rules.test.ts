import { addDays } from '@fareline/ui-theme';
import { describe, expect, it } from 'vitest';
import { internationalOffer, oneAdultOffer } from '../testing/samples.ts';
import { passportCountries } from './countries.ts';
import { normalisePassportNumber, needsPassports, passportHint } from './passport-rules.ts';
import { parsePhone } from './phone.ts';

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

  it('[PAX-18] returns a hint for a passport that has expired or expires soon', () => {
    const today = '2026-11-20';
    expect(passportHint('2026-11-19', today)).toBe('Passport has expired');
    expect(passportHint(today, today)).toBe('Less than 6 months validity');
    expect(passportHint(addDays(today, 179), today)).toBe('Less than 6 months validity');
    expect(passportHint(addDays(today, 180), today)).toBeUndefined();
    expect(passportHint('', today)).toBeUndefined();
  });

  it('[PAX-19] has 24 countries', () => {
    expect(passportCountries).toHaveLength(24);
    expect(new Set(passportCountries.map(([code]) => code)).size).toBe(24);
  });
});

describe('phone numbers', () => {
  it('[PROVIDER-39] parses national and international numbers to E.164 and rejects an invalid one', () => {
    expect(parsePhone('(212) 555-0142', 'US')?.e164).toBe('+12125550142');
    expect(parsePhone('020 7946 0958', 'GB')?.e164).toBe('+442079460958');
    expect(parsePhone('+44 20 7946 0958', 'US')?.e164).toBe('+442079460958');
    expect(parsePhone('12', 'US')).toBeUndefined();
  });
});
