import { describe, expect, it } from 'vitest';
import { ageOn, passengerFormSchema, type PassengerFields } from './passenger-form.ts';

const ada: PassengerFields = {
  id: 'pas_1',
  type: 'adult',
  title: '',
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: '1990-06-15',
  email: 'ada@example.com',
  phone: '+1 212 555 0142',
  passportNumber: '',
  passportExpiryDate: '',
  passportIssuingCountry: '',
};
const rules = { passportsRequired: false, lastFlightDay: '2027-06-14', today: '2026-11-20' };

/** What is wrong with the second of two passengers, or with the first when it is the primary one that matters. */
function errors(change: Partial<PassengerFields>, given = rules, isPrimary = true): Record<string, string> {
  const changed = { ...ada, ...change };
  const passengers = isPrimary ? [changed] : [ada, changed];
  const result = passengerFormSchema(given).safeParse({ passengers });
  return Object.fromEntries(result.error?.issues.map(({ path, message }) => [path.at(-1), message]) ?? []);
}

describe('the passenger form', () => {
  it('[PAX-03] wants at least one passenger', () =>
    expect(passengerFormSchema(rules).safeParse({ passengers: [] }).error?.issues[0]?.message).toBe(
      'At least one passenger is required',
    ));

  it('[PAX-15] [PAX-16] judges a passport number that is given, also where none is needed', () => {
    const told = (passportNumber: string) => errors({ passportNumber })['passportNumber'];
    expect(told('AB12')).toBe('Passport number must be at least 5 characters');
    expect(told('A'.repeat(21))).toBe('Passport number cannot exceed 20 characters');
    expect(told('AB-12345')).toBe('Passport number can only contain letters and numbers');
    expect(told('AB123')).toBeUndefined();
    expect(told('')).toBeUndefined();
  });

  it('[PAX-17] wants an expiry in the future', () => {
    const required = { ...rules, passportsRequired: true };
    const told = (passportExpiryDate: string) =>
      errors({ passportExpiryDate }, required)['passportExpiryDate'];
    expect(told('')).toBe('Passport expiry date is required');
    expect(told('2026-11-20')).toBe('Passport must not be expired');
    expect(told('2026-11-21')).toBeUndefined();
  });

  it('[PAX-20] wants two letters for the country', () => {
    const told = (passportIssuingCountry: string) =>
      errors({ passportIssuingCountry })['passportIssuingCountry'];
    expect(told('USA')).toBe('Country code must be exactly 2 characters (ISO code)');
    expect(told('U1')).toBe('Country code must contain only letters');
    expect(told('US')).toBeUndefined();
  });

  it('[PAX-10] asks for nothing of a passport where none is needed', () => expect(errors({})).toEqual({}));

  it('[PAX-07] [PAX-08] [PAX-09] asks for contact details of the primary passenger only', () => {
    const silent = { email: '', phone: '' };
    expect(errors(silent)).toEqual({
      email: 'Valid email is required for primary passenger',
      phone: 'Phone number is required for primary passenger',
    });
    expect(errors(silent, rules, false)).toEqual({});
    expect(errors({ email: 'ada@' }, rules, false)).toEqual({ email: 'Invalid email' });
  });

  it('[PROVIDER-38] fits the birth date to the fare on the day of the last flight, not on the day of booking', () => {
    expect(ageOn('2015-06-15', '2027-06-14')).toBe(11);
    expect(ageOn('2015-06-14', '2027-06-14')).toBe(12);
    const told = (type: PassengerFields['type'], dateOfBirth: string) =>
      errors({ type, dateOfBirth })['dateOfBirth'];
    expect(told('adult', '2015-06-14')).toBeUndefined();
    expect(told('adult', '2015-06-15')).toContain('this passenger is 11');
    expect(told('child', '2015-06-14')).toContain('a child is 2 to 11');
    expect(told('child', '2025-06-14')).toBeUndefined();
    expect(told('infant_without_seat', '2025-06-14')).toContain('an infant is under 2');
    expect(told('infant_without_seat', '2025-06-15')).toBeUndefined();
  });

  it('[PAX-06] refuses a birth date in the future', () =>
    expect(errors({ dateOfBirth: '2026-11-21' })['dateOfBirth']).toBe(
      'Date of birth cannot be in the future',
    ));

  it('[PROVIDER-37] takes a title that tells in place of the gender, and refuses undisclosed', () => {
    expect(errors({ gender: '', title: 'mr' })).toEqual({});
    expect(errors({ gender: '', title: 'dr' })['gender']).toBe('Please choose the gender in the passport');
    expect(errors({ gender: 'undisclosed', title: 'mr' })['gender']).toContain('has no value for this yet');
  });

  it('[PROVIDER-39] takes Latin names up to 20 characters', () => {
    expect(errors({ firstName: "Zoë-Anne O'Neil" })).toEqual({});
    for (const firstName of ['李', 'A1', 'A'.repeat(21), 'Ann.'])
      expect(errors({ firstName })['firstName']).toContain('Names take Latin letters');
  });
});
