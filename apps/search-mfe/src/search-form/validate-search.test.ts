import { describe, expect, it } from 'vitest';
import { validateSearch } from './validate-search.ts';
import { emptyForm, toSearchQuery, type SearchFormValues } from './form-values.ts';

const now = new Date(2026, 10, 20, 23, 30);
const valid: SearchFormValues = {
  ...emptyForm('round-trip'),
  origin: 'LHR',
  destination: 'JFK',
  departureDate: '2026-12-05',
  returnDate: '2026-12-12',
};
const validate = (changes: Partial<SearchFormValues>) => validateSearch({ ...valid, ...changes }, now);

describe('search form validation', () => {
  it.each([
    [{ origin: '' }, 'origin', 'Please select an origin airport'],
    [{ origin: 'LO' }, 'origin', 'Please select an origin airport'],
    [{ destination: 'Lond' }, 'destination', 'Please select a destination airport'],
  ] as const)('[FORM-17] rejects %o with a message beside its field', (changes, field, message) => {
    expect(validate(changes)).toEqual({ ok: false, fields: { [field]: message } });
  });

  it.each([{ childrenCount: 10 }, { infantsCount: 10 }])(
    '[FORM-20] rejects %o as a value of its field',
    (change) =>
      expect(validate({ adultsCount: 9, ...change })).toEqual({
        ok: false,
        fields: { travellers: expect.any(String) as string },
      }),
  );

  it.each([
    [
      '[FORM-15] [SUPPORT-06]',
      { adultsCount: 5, childrenCount: 5 },
      'At most 9 travellers can be searched for at once',
    ],
    ['[FORM-16] [SUPPORT-06]', { infantsCount: 2 }, 'Each infant needs an adult to travel with'],
    ['[FORM-21]', { destination: 'LHR' }, 'Origin and destination cannot be the same'],
    ['[FORM-22]', { departureDate: '2026-11-19' }, 'Departure date cannot be in the past'],
    ['[FORM-23]', { returnDate: '2026-12-04' }, 'Return date must be after departure date'],
  ] as const)('%s rejects %o with a toast', (_, changes, message) => {
    expect(validate(changes)).toMatchObject({ ok: false, toast: message });
  });

  it.each([
    [{ adultsCount: 5, childrenCount: 5 }, 'travellers'],
    [{ infantsCount: 2 }, 'travellers'],
    [{ destination: 'LHR' }, 'destination'],
    [{ departureDate: '2026-11-19' }, 'departureDate'],
    [{ returnDate: '2026-12-04' }, 'returnDate'],
  ] as const)('[SUPPORT-09] marks the field of %o: %s', (changes, field) => {
    const result = validate(changes);
    expect(result).toEqual({
      ok: false,
      fields: { [field]: expect.any(String) as string },
      toast: expect.any(String) as string,
    });
    if (!result.ok) expect(result.fields[field]).toBe(result.toast);
  });

  it('[FORM-22] names a departure in the past before a return that is earlier still, and other rules before it', () => {
    expect(validate({ departureDate: '2026-11-19', returnDate: '2026-11-18' })).toMatchObject({
      toast: 'Departure date cannot be in the past',
    });
    expect(validate({ departureDate: '2026-11-19', destination: 'LHR' })).toMatchObject({
      toast: 'Origin and destination cannot be the same',
    });
  });

  it('[FORM-22] accepts a departure today, by the visitor’s local date', () => {
    expect(validate({ departureDate: '2026-11-20' })).toEqual({ ok: true });
  });

  it('[FORM-10] accepts a round trip without a return date', () => {
    expect(validate({ returnDate: undefined })).toEqual({ ok: true });
  });

  it('[FORM-04] [SUPPORT-04] ignores an invalid return date for one-way', () => {
    const values = { ...valid, tripType: 'one-way' as const, returnDate: '2026-12-01' };
    expect(validateSearch(values, now)).toEqual({ ok: true });
    expect(toSearchQuery(values)).not.toHaveProperty('returnDate');
  });
});
