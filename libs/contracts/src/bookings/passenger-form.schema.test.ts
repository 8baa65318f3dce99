import { describe, expect, it } from 'vitest';
import { passengerFormSchema, type PassengerFields } from './passenger-form.schema.ts';
import { sampleOffer, sampleSlice } from '../testing/offers.ts';
import { ageOn, findBrokenRules, getLastFlightDay, type FlyingPassenger } from './passenger-rules.ts';

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
const rules = {
  passportsRequired: false,
  slices: [sampleSlice('LHR', 'JFK', { departs: '2027-06-14T22:00:00', arrives: '2027-06-15T06:00:00' })],
  today: '2026-11-20',
  isPhone: (typed: string) => typed.startsWith('+'),
};

/** Errors of the primary passenger, or of the second of two passengers. */
function errors(change: Partial<PassengerFields>, given = rules, isPrimary = true): Record<string, string> {
  const changed = { ...ada, ...change };
  const passengers = isPrimary ? [changed] : [{ ...ada, firstName: 'Eve' }, changed];
  const result = passengerFormSchema(given).safeParse({ passengers });
  return Object.fromEntries(result.error?.issues.map(({ path, message }) => [path.at(-1), message]) ?? []);
}

describe('the passenger form', () => {
  it('[PAX-03] requires at least one passenger', () =>
    expect(passengerFormSchema(rules).safeParse({ passengers: [] }).error?.issues[0]?.message).toBe(
      'At least one passenger is required',
    ));

  it('[PAX-05] requires both names', () =>
    expect(errors({ firstName: '', lastName: ' ' })).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
    }));

  it('[PAX-06] requires a birth date that exists, until today', () => {
    const messageFor = (dateOfBirth: string) =>
      errors({ dateOfBirth, type: 'infant_without_seat' })['dateOfBirth'];
    expect(messageFor('')).toBe('Date of birth is required');
    expect(messageFor('2026-02-30')).toBe('Invalid input');
    expect(messageFor('15.06.1990')).toBe('Invalid input');
    expect(messageFor('2026-11-20')).toBeUndefined();
  });

  it('[PAX-10] requires number, expiry date and country of a passport when the flight needs it', () =>
    expect(errors({}, { ...rules, passportsRequired: true })).toEqual({
      passportNumber: 'Passport number is required',
      passportExpiryDate: 'Passport expiry date is required',
      passportIssuingCountry: 'Please choose the country',
    }));

  it('[PAX-08] [PROVIDER-39] rejects a text that is no phone number of the passenger', () => {
    const message = 'Please enter a phone number such as +1 212 555 0142';
    for (const isPrimary of [true, false]) {
      expect(errors({ phone: '12345' }, rules, isPrimary)['phone']).toBe(message);
      expect(errors({ phone: ' +12345 ' }, rules, isPrimary)['phone']).toBeUndefined();
    }
  });

  it('[PAX-07] accepts an email address of at most 254 characters with spaces around it', () => {
    const email = (length: number) =>
      `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(length - 198)}.com`;
    expect(errors({ email: ` ${email(254)} ` })).toEqual({});
    expect(errors({ email: email(255) })['email']).toBe('Valid email is required for primary passenger');
  });

  it.each([
    ['a&b@example.com', true],
    ["o'hara+1@example.com", true],
    ['ada@bücher.example', true],
    ['ada@例え.テスト', true],
    ['ada@xn--bcher-kva.xn--p1ai', true],
    ['ada@אa.example', false],
    ['ada@example.0x1', false],
    ['a&b@x', false],
    ['.ada@example.com', false],
    ['a..b@example.com', false],
    ['ada.@example.com', false],
    ['ada@-example.com', false],
    ['ada@example-.com', false],
    ['ada@127.0.0.1', false],
    ['ada@example.c', false],
    ['ada@exam_ple.com', false],
    ['ada@example.com,eve@example.com', false],
    ['ada <ada@example.com>', false],
  ])('[FIELD-05] the email address "%s" is valid: %s', (email, isValid) =>
    expect(errors({ email })['email']).toBe(
      isValid ? undefined : 'Valid email is required for primary passenger',
    ),
  );

  it('[PAX-15] [PAX-16] validates a given passport number, also when none is required', () => {
    const messageFor = (passportNumber: string) => errors({ passportNumber })['passportNumber'];
    expect(messageFor('AB12')).toBe('Passport number must be at least 5 characters');
    expect(messageFor('A'.repeat(21))).toBe('Passport number cannot exceed 20 characters');
    expect(messageFor('AB-12345')).toBe('Passport number can only contain letters and numbers');
    expect(messageFor('AB123-')).toBe('Passport number can only contain letters and numbers');
    expect(messageFor('-AB123')).toBe('Passport number can only contain letters and numbers');
    expect(messageFor('AB123')).toBeUndefined();
    expect(messageFor('A'.repeat(20))).toBeUndefined();
    expect(messageFor('')).toBeUndefined();
  });

  it('[PAX-17] requires an expiry date in the future', () => {
    const required = { ...rules, passportsRequired: true };
    const messageFor = (passportExpiryDate: string) =>
      errors({ passportExpiryDate }, required)['passportExpiryDate'];
    expect(messageFor('')).toBe('Passport expiry date is required');
    expect(messageFor('2026-11-20')).toBe('Passport must not be expired');
    expect(messageFor('2027-06-14')).toBe('Passport must be valid until the last arrival, on Jun 15, 2027');
    expect(messageFor('2027-06-15')).toBeUndefined();
  });

  it('[PAX-20] requires two letters for the country', () => {
    const messageFor = (passportIssuingCountry: string) =>
      errors({ passportIssuingCountry })['passportIssuingCountry'];
    expect(messageFor('USA')).toBe('Country code must be exactly 2 characters (ISO code)');
    expect(messageFor('U1')).toBe('Country code must contain only letters');
    expect(messageFor('US')).toBeUndefined();
  });

  it('[PAX-10] accepts empty passport fields when none is required', () => expect(errors({})).toEqual({}));

  it('[PAX-07] [PAX-08] [PAX-09] requires contact details of the primary passenger only', () => {
    const empty = { email: '', phone: '' };
    expect(errors(empty)).toEqual({
      email: 'Valid email is required for primary passenger',
      phone: 'Phone number is required for primary passenger',
    });
    expect(errors(empty, rules, false)).toEqual({});
    expect(errors({ email: 'ada@' }, rules, false)).toEqual({ email: 'Invalid email' });
  });

  it('[PROVIDER-38] checks the age on the date of the last flight, not on the date of booking', () => {
    expect(ageOn('2015-06-15', '2027-06-14')).toBe(11);
    expect(ageOn('2015-06-14', '2027-06-14')).toBe(12);
    expect(ageOn('2015-06-13', '2027-06-14')).toBe(12);
    const messageFor = (type: PassengerFields['type'], dateOfBirth: string) =>
      errors({ type, dateOfBirth })['dateOfBirth'];
    expect(errors({ type: 'adult', dateOfBirth: '2015-06-14' })).toEqual({
      minorsConsent: expect.any(String),
    });
    expect(messageFor('adult', '2015-06-15')).toContain('this passenger is 11');
    expect(messageFor('child', '2015-06-14')).toContain('a child is 2 to 11');
    expect(messageFor('child', '2025-06-14')).toBeUndefined();
    expect(messageFor('infant_without_seat', '2025-06-14')).toContain('an infant is under 2');
    expect(messageFor('infant_without_seat', '2025-06-15')).toBeUndefined();
    expect(messageFor('child', '2015-06-15')).toBeUndefined();
    expect(messageFor('child', '2025-06-15')).toContain('this passenger is 1; a child is 2 to 11');
    expect(messageFor('adult', '1897-06-14')).toBeUndefined();
    expect(messageFor('adult', '1896-06-14')).toBe('Please check the year of birth: it reads 1896');
    expect(messageFor('infant_without_seat', '0090-06-14')).toBe(
      'Please check the year of birth: it reads 0090',
    );
  });

  it('[PAX-06] rejects a birth date in the future', () =>
    expect(errors({ dateOfBirth: '2026-11-21' })['dateOfBirth']).toBe(
      'Date of birth cannot be in the future',
    ));

  it('[PROVIDER-37] accepts a gendered title in place of the gender, and rejects undisclosed', () => {
    expect(errors({ gender: '', title: 'mr' })).toEqual({});
    expect(errors({ gender: '', title: 'dr' })['gender']).toBe('Please choose the gender in the passport');
    expect(errors({ gender: 'undisclosed', title: 'mr' })['gender']).toContain('has no value for this yet');
  });

  it('[PROVIDER-39] accepts Latin names up to 20 characters', () => {
    expect(errors({ firstName: "Zoë-Anne O'Neil" })).toEqual({});
    for (const firstName of ['李', 'A1', 'Ann.'])
      expect(errors({ firstName })['firstName']).toContain('Names take Latin letters');
    for (const firstName of ['-', "' -"])
      expect(errors({ firstName })['firstName']).toBe('Please enter a name with at least one letter');
  });

  it('[PROVIDER-39] says how long a name is that is too long, and what to do', () =>
    expect(errors({ lastName: 'Wijesinghe Ranasinghe' })['lastName']).toBe(
      'This name has 21 characters, and airlines take 20. Leave out a further name, or contact us to book',
    ));

  it.each([
    ['Ægisson', '“Æ”. It is usually spelled “Ae”: Aegisson'],
    ['ÆGISSON', '“Æ”. It is usually spelled “AE”: AEGISSON'],
    ['Þórður', '“Þ”. It is usually spelled “Th”: Thórdur'],
    ['Cœur', '“œ”. It is usually spelled “oe”: Coeur'],
    ['Ĳsbrand', '“Ĳ”. It is usually spelled “IJ”: IJsbrand'],
    ['Ionuț', '“ț”. It is usually spelled “t”: Ionut'],
    ['Nguyễn', '“ễ”. It is usually spelled “e”: Nguyen'],
    ['Əliyev', '“Ə”. It is usually spelled “E”: Eliyev'],
    ['GROẞ', '“ẞ”. It is usually spelled “SS”: GROSS'],
    ['Ａｄａ', '“Ａ”. It is usually spelled “A”: Ada'],
  ])('[FIELD-01] names the letter and the usual spelling of "%s"', (lastName, text) => {
    expect(errors({ lastName })['lastName']).toBe(`Airlines do not take the letter ${text}`);
    expect(errors({ lastName: text.split(': ')[1]! })).toEqual({});
  });

  it('[FIELD-01] names a character that has no spelling', () =>
    expect(errors({ lastName: 'Ли' })['lastName']).toBe(
      'Airlines do not take “Л”. Names take Latin letters, spaces, hyphens and apostrophes, 20 at most. Write it as in the two lines at the foot of the passport',
    ));

  it('[FIELD-05] rejects a second passenger of the same name, however it is written', () => {
    const same = { ...ada, firstName: ' ADA', lastName: 'lovelace ' };
    const check = (second: PassengerFields) =>
      passengerFormSchema(rules)
        .safeParse({ passengers: [ada, { ...ada, firstName: 'Eve' }, second] })
        .error?.issues.map(({ path, message }) => [path.slice(1), message]);
    expect(check(same)).toEqual([
      [
        [2, 'firstName'],
        'Passenger 1 has the same name. Airlines take a name once in a booking: add a middle name, or contact us to book',
      ],
    ]);
    expect(check({ ...same, firstName: 'Adam' })).toBeUndefined();
  });
});

describe('[RULE-01] passengers on flights', () => {
  const out = sampleSlice('JFK', 'LHR', { departs: '2027-06-01T22:00:00', arrives: '2027-06-02T08:00:00' });
  const back = (day: string) =>
    sampleSlice('LHR', 'JFK', { departs: `${day}T22:00:00`, arrives: `${day}T23:30:00` });
  const passenger = (change: Partial<FlyingPassenger> = {}): FlyingPassenger => ({
    type: 'adult',
    ...{ firstName: 'Ada', lastName: 'Byron', dateOfBirth: '1990-06-15', passportExpiryDate: '' },
    ...change,
  });
  const infant = passenger({ type: 'infant_without_seat', firstName: 'Cy', dateOfBirth: '2025-06-10' });
  const child = passenger({ type: 'child', firstName: 'Bo', dateOfBirth: '2015-06-10' });
  const expiring = passenger({ passportExpiryDate: '2027-06-09' });

  it.each([
    [
      'the return after the second birthday of an infant',
      infant,
      'this passenger is 2; an infant is under 2',
    ],
    ['the return after the twelfth birthday of a child', child, 'this passenger is 12; a child is 2 to 11'],
    ['the return after a passport has expired', expiring, 'valid until the last arrival, on Jun 10, 2027'],
  ])('refuses %s, and takes the one before', (_, flying, sentence) => {
    const find = (day: string) =>
      findBrokenRules([passenger({ firstName: 'Di' }), flying], {
        ...{ slices: [out, back(day)], today: '2026-11-20' },
      });
    expect(find('2027-06-09')).toEqual([]);
    expect(find('2027-06-10')).toMatchObject([{ index: 1, message: expect.stringContaining(sentence) }]);
  });

  it('refuses a second infant of one adult, a name twice, and a passport that has expired since', () => {
    const second = { ...infant, firstName: 'Dot' };
    const find = (...passengers: FlyingPassenger[]) =>
      findBrokenRules(passengers, { slices: [out, back('2027-06-09')], today: '2026-11-20' }).map(
        ({ index, field }) => [index, field],
      );
    expect(find(passenger(), infant, second)).toEqual([[2, 'type']]);
    expect(find(passenger(), passenger({ firstName: 'Di' }), infant, second)).toEqual([]);
    expect(find(passenger(), passenger({ firstName: 'ADA' }))).toEqual([[1, 'firstName']]);
    expect(find(passenger({ passportExpiryDate: '2026-11-20' }))).toEqual([[0, 'passportExpiryDate']]);
  });

  it('says nothing of dates that are not known', () =>
    expect(
      findBrokenRules([passenger({ dateOfBirth: '' }), { ...infant, dateOfBirth: '' }], {
        ...{ slices: [out], today: '2026-11-20' },
      }),
    ).toEqual([]));

  it.each([
    ['under 16 on the first flight, 16 on the last', ['2011-06-02'], undefined, [[0, 'minorsConsent']]],
    ['under 16, with a child', ['2012-01-31', '2020-01-31'], undefined, [[0, 'minorsConsent']]],
    ['under 16, with consent', ['2011-06-02'], true, []],
    ['16 on the first flight', ['2011-06-01'], undefined, []],
    ['under 16 but for one', ['2012-01-31', '1990-06-15'], undefined, []],
    ['of unknown age', [''], undefined, []],
  ] as const)('[RULE-06] consent for passengers %s', (_, birthDates, minorsConsent, expected) => {
    const passengers = birthDates.map((dateOfBirth, index) =>
      passenger({
        ...{ dateOfBirth, firstName: 'Ada'.slice(index) },
        type: dateOfBirth > '2016' ? 'child' : 'adult',
      }),
    );
    const slices = [out, back('2027-06-09')];
    const found = findBrokenRules(passengers, { slices, today: '2026-11-20', minorsConsent });
    expect(found.map(({ index, field }) => [index, field])).toEqual(expected);
  });
});

it('[RULE-06] the form asks all at once for consent to passengers who are all under 16', () => {
  const minor = { ...ada, dateOfBirth: '2013-01-31' };
  const check = (minorsConsent?: boolean) =>
    passengerFormSchema(rules)
      .safeParse({ passengers: [minor], minorsConsent })
      .error?.issues.map(({ path, message }) => [path, message]);
  expect(check()).toEqual([
    [['minorsConsent'], expect.stringContaining('airlines have rules of their own for minors')],
  ]);
  expect(check(false)).toHaveLength(1);
  expect(check(true)).toBeUndefined();
});

it('[PROVIDER-38] the last flight is the last segment of the last slice', () => {
  const slices = [sampleSlice('JFK', 'LHR'), sampleSlice('LHR', 'CDG'), sampleSlice('CDG', 'JFK')];
  slices[2]!.departure_time = '2027-06-15T22:00:00';
  const { segments } = slices[2]!;
  segments.splice(
    0,
    segments.length,
    { ...segments[0]!, departing_at: '2027-06-15T22:00:00' },
    { ...segments[0]!, departing_at: '2027-06-15T23:30:00' },
    {
      ...segments[0]!,
      departing_at: '2027-06-16T01:00:00',
    },
  );
  expect(getLastFlightDay(sampleOffer({ slices }))).toBe('2027-06-16');
  segments[2]!.departing_at = null;
  expect(getLastFlightDay(sampleOffer({ slices }))).toBe('2027-06-15');
  slices[2]!.departure_time = null;
  expect(getLastFlightDay(sampleOffer({ slices }))).toBeUndefined();
  expect(getLastFlightDay({ slices: [{ ...slices[2]!, segments: [] }] })).toBeUndefined();
  expect(getLastFlightDay({ slices: [] })).toBeUndefined();
});
