import type { Offer, Passenger } from '@fareline/contracts';
import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { AppError } from '@fareline/service-kit';
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
const convert = (passengers: Passenger[], offer: Offer) => toOrderPassengers(passengers, offer, '2026-11-20');

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

  it('[D39] refuses passengers that do not match those of the offer', () => {
    expect(() => convert([createPassenger()], createOffer(['adult', 'adult']))).toThrow(
      /not those of this flight offer/,
    );
    expect(() => convert([createPassenger(), createPassenger()], createOffer(['adult']))).toThrow(
      /not those/,
    );
    expect(() => convert([createPassenger({ type: 'child' })], createOffer(['adult']))).toThrow(/not those/);
  });

  it('[D39] requires and sends the passport only when the airline requires it', () => {
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
});
