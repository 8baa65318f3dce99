import type { Offer, Passenger } from '@fareline/contracts';
import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { AppError } from '@fareline/service-kit/app-error';
import { describe, expect, it } from 'vitest';
import { toOrderPassengers } from './order-passengers.ts';

const createOffer = (types: Offer['passengers'][number]['type'][], needsPassports = false) =>
  sampleOffer({
    passengers: types.map((type, index) => ({ id: `pas_${index}`, type })),
    passenger_identity_documents_required: needsPassports,
    slices: [sampleSlice('LHR', 'JFK', { departs: '2027-06-15T10:00:00' })],
  });

const createPassenger = (overrides: Partial<Passenger> = {}): Passenger => ({
  type: 'adult',
  title: undefined,
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Byron',
  dateOfBirth: '1990-12-10',
  email: 'ada@example.com',
  phone: '020 7946 0958',
  ...overrides,
});

const getErrorFields = (run: () => unknown): string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return (error.fields ?? []).map(({ path }) => path);
    throw error;
  }
  return ['no error'];
};
/** Passengers that differ in nothing else get different names, because no two may share one. */
const convert = (passengers: Passenger[], offer: Offer) =>
  toOrderPassengers(
    {
      passengers: passengers.map((passenger, index) =>
        passenger.firstName === 'Ada' ? { ...passenger, firstName: 'A'.padEnd(index + 1, 'd') } : passenger,
      ),
    },
    offer,
    '2026-11-20',
  );

describe('toOrderPassengers', () => {
  it('[PROVIDER-37] refuses an undisclosed and an unknown gender with the field', () => {
    expect(
      getErrorFields(() => convert([createPassenger({ gender: 'undisclosed' })], createOffer(['adult']))),
    ).toEqual(['passengers.0.gender']);
    expect(
      getErrorFields(() =>
        convert([createPassenger({ gender: undefined, title: 'dr' })], createOffer(['adult'])),
      ),
    ).toEqual(['passengers.0.gender']);
  });

  it('[PROVIDER-38] refuses a birth date that does not match the passenger type on the day of the last flight', () => {
    const offer = createOffer(['adult', 'child']);
    const child = (dateOfBirth: string) => createPassenger({ type: 'child', dateOfBirth });
    expect(getErrorFields(() => convert([createPassenger(), child('2015-06-15')], offer))).toEqual([
      'passengers.1.dateOfBirth',
    ]);
    expect(convert([createPassenger(), child('2015-06-16')], offer)).toHaveLength(2);
  });

  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--zzzzzz99999.example', 'ada@xn--zzzzzz99999.example'],
  ])('[PROVIDER-39] sends the email address "%s" in ASCII, as %s', (email, expected) =>
    expect(convert([createPassenger({ email })], createOffer(['adult']))[0]?.email).toBe(expected),
  );

  it('[PROVIDER-39] refuses an invalid phone number and converts national and international numbers to E.164', () => {
    for (const phone of ['call me', '+1 212 555 01'])
      expect(
        getErrorFields(() => convert([createPassenger({ phone })], createOffer(['adult']))),
        phone,
      ).toEqual(['passengers.0.phone']);
    expect(convert([createPassenger()], createOffer(['adult']))[0]?.phone_number).toBe('+442079460958');
    expect(
      convert([createPassenger({ phone: '+1 (212) 555-0142' })], createOffer(['adult']))[0]?.phone_number,
    ).toBe('+12125550142');
  });

  it('[PROVIDER-38] refuses passengers that do not match those of the offer', () => {
    expect(() => convert([createPassenger()], createOffer(['adult', 'adult']))).toThrow(
      /not those of this flight offer/,
    );
    expect(() => convert([createPassenger(), createPassenger()], createOffer(['adult']))).toThrow(
      /not those/,
    );
    expect(() => convert([createPassenger({ type: 'child' })], createOffer(['adult']))).toThrow(/not those/);
  });

  it('[PAX-11] requires and sends the passport only when the airline requires it', () => {
    expect(getErrorFields(() => convert([createPassenger()], createOffer(['adult'], true)))).toEqual([
      'passengers.0.passportNumber',
      'passengers.0.passportExpiryDate',
      'passengers.0.passportIssuingCountry',
    ]);
    const withPassport = createPassenger({
      passportNumber: 'X123456',
      passportExpiryDate: '2031-01-01',
      passportIssuingCountry: 'GB',
    });
    expect(convert([withPassport], createOffer(['adult']))[0]).not.toHaveProperty('passport');
    expect(convert([withPassport], createOffer(['adult'], true))[0]?.passport).toEqual({
      number: 'X123456',
      expires_on: '2031-01-01',
      issuing_country_code: 'GB',
    });
  });

  it('[PROVIDER-37] derives a missing title and assigns each infant to an adult', () => {
    const offer = createOffer(['adult', 'infant_without_seat']);
    const infant = createPassenger({
      type: 'infant_without_seat',
      gender: 'male',
      dateOfBirth: '2026-06-01',
    });
    const [adult, infantPassenger] = convert([createPassenger(), infant], offer);
    expect(adult).toMatchObject({ title: 'ms', gender: 'f', infant_passenger_id: 'pas_1' });
    expect(infantPassenger).toMatchObject({ title: 'mr', gender: 'm', email: 'ada@example.com' });
  });

  it('[RULE-01] an infant is on the lap of the first adult of the offer, who gets no seat at an exit', () => {
    const offer = createOffer(['adult', 'adult', 'infant_without_seat']);
    const infant = createPassenger({ type: 'infant_without_seat', dateOfBirth: '2026-06-01' });
    const passengers = [createPassenger({ id: 'pas_1' }), createPassenger({ id: 'pas_0' }), infant];
    expect(
      convert(passengers, offer).flatMap(({ id, infant_passenger_id: lap }) => (lap ? [[id, lap]] : [])),
    ).toEqual([['pas_0', 'pas_2']]);
  });

  it.each([
    ['mr', undefined, 'mr', 'm'],
    ['ms', undefined, 'ms', 'f'],
    ['mrs', undefined, 'mrs', 'f'],
    ['miss', undefined, 'miss', 'f'],
    ['dr', 'male', 'dr', 'm'],
    ['mr', 'female', 'mr', 'f'],
    [undefined, 'male', 'mr', 'm'],
  ] as const)(
    '[PROVIDER-37] books title %s and gender %s as %s, %s',
    (title, gender, bookedTitle, bookedGender) => {
      const [booked] = convert([createPassenger({ title, gender })], createOffer(['adult']));
      expect(booked).toMatchObject({ title: bookedTitle, gender: bookedGender });
    },
  );

  it('[API-53] gives each passenger the offer passenger of its id, the others the free ones of their type', () => {
    const offer = createOffer(['adult', 'adult', 'child', 'adult']);
    const child = createPassenger({ type: 'child', dateOfBirth: '2018-01-01' });
    const names = ['Ann', 'Bea', 'Cleo', 'Dora'];
    const passengers = [
      createPassenger({ firstName: 'Ann' }),
      createPassenger({ firstName: 'Bea', id: 'pas_0' }),
      // The id of a passenger of another type counts as none.
      { ...child, firstName: 'Cleo', id: 'pas_3' },
      createPassenger({ firstName: 'Dora' }),
    ];
    const booked = convert(passengers, offer);
    expect(booked.map(({ given_name }) => given_name)).toEqual(names);
    expect(booked.map(({ id }) => id)).toEqual(['pas_1', 'pas_0', 'pas_2', 'pas_3']);
  });

  it('[PROVIDER-39] uses own contacts where given, else those of the first passenger', () => {
    const own = createPassenger({ email: 'bo@example.com', phone: '020 7946 0959' });
    const none = createPassenger({ email: undefined, phone: undefined });
    const booked = convert([createPassenger(), own, none], createOffer(['adult', 'adult', 'adult']));
    expect(booked.map(({ email, phone_number }) => [email, phone_number])).toEqual([
      ['ada@example.com', '+442079460958'],
      ['bo@example.com', '+442079460959'],
      ['ada@example.com', '+442079460958'],
    ]);
  });

  it('[PROVIDER-39] reports an invalid number of another passenger once, and none that was not given', () => {
    const offer = createOffer(['adult', 'adult']);
    const fields = (phone: string | undefined) =>
      getErrorFields(() => convert([createPassenger(), createPassenger({ phone })], offer));
    expect(fields('+1 212 555 01')).toEqual(['passengers.1.phone']);
    expect(fields('x')).toEqual(['passengers.1.phone']);
    expect(fields(undefined)).toEqual(['no error']);
    expect(
      getErrorFields(() => convert([createPassenger({ email: '', phone: '' })], createOffer(['adult']))),
    ).toEqual(['passengers.0.email', 'passengers.0.phone']);
  });

  it('[PROVIDER-39] refuses a number of no country when the airport’s country is not known', () => {
    const offer = createOffer(['adult']);
    expect(
      convert([createPassenger({ phone: '+44 20 7946 0958' })], { ...offer, slices: [] })[0]?.phone_number,
    ).toBe('+442079460958');
  });

  it('[PROVIDER-38] counts ages on the day of booking where the flights have no times', () => {
    const [slice] = createOffer(['child']).slices;
    const untimed = { ...slice!, departure_time: null, segments: [] };
    const offer = { ...createOffer(['adult', 'child']), slices: [untimed] };
    const child = (dateOfBirth: string) => createPassenger({ type: 'child', dateOfBirth });
    expect(getErrorFields(() => convert([createPassenger(), child('2014-11-20')], offer))).toEqual([
      'passengers.1.dateOfBirth',
    ]);
    expect(convert([createPassenger(), child('2014-11-21')], offer)).toHaveLength(2);
  });

  it('[PAX-10] sends no passport of which a part is missing', () => {
    const passport = {
      passportNumber: 'X123456',
      passportExpiryDate: '2031-01-01',
      passportIssuingCountry: 'GB',
    };
    for (const field of Object.keys(passport) as (keyof typeof passport)[])
      expect(
        getErrorFields(() =>
          convert([createPassenger({ ...passport, [field]: undefined })], createOffer(['adult'], true)),
        ),
      ).toEqual([`passengers.0.${field}`]);
  });
});
