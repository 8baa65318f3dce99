import type { Offer, Passenger } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { describe, expect, it } from 'vitest';
import { toOrderPassengers } from './order-passengers.ts';

const place = { name: null, iata_code: null, city_name: null, country_code: 'GB', time_zone: null };
const offerOf = (types: Offer['passengers'][number]['type'][], needsPassports = false) =>
  ({
    passengers: types.map((type, index) => ({ id: `pas_${index}`, type })),
    passenger_identity_documents_required: needsPassports,
    expires_at: '2027-01-01T00:00:00Z',
    slices: [{ origin: place, segments: [{ departing_at: '2027-06-15T10:00:00' }] }],
  }) as unknown as Offer;

const traveller = (more: Partial<Passenger> = {}): Passenger => ({
  type: 'adult',
  title: undefined,
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Byron',
  dateOfBirth: '1990-12-10',
  email: 'ada@example.com',
  phone: '020 7946 0958',
  ...more,
});

const fieldsOf = (run: () => unknown): string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return (error.fields ?? []).map(({ path }) => path);
    throw error;
  }
  return ['nothing was refused'];
};
const judge = (passengers: Passenger[], offer: Offer) => toOrderPassengers(passengers, offer, '2026-11-20');

describe('orderPassengers', () => {
  it('[PROVIDER-37] refuses an undisclosed gender and one that nothing tells, with the field', () => {
    expect(fieldsOf(() => judge([traveller({ gender: 'undisclosed' })], offerOf(['adult'])))).toEqual([
      'passengers.0.gender',
    ]);
    expect(
      fieldsOf(() => judge([traveller({ gender: undefined, title: 'dr' })], offerOf(['adult']))),
    ).toEqual(['passengers.0.gender']);
  });

  it('[PROVIDER-38] refuses a birth date that does not fit the type on the day of the last flight', () => {
    const offer = offerOf(['adult', 'child']);
    const child = (dateOfBirth: string) => traveller({ type: 'child', dateOfBirth });
    expect(fieldsOf(() => judge([traveller(), child('2015-06-15')], offer))).toEqual([
      'passengers.1.dateOfBirth',
    ]);
    expect(judge([traveller(), child('2015-06-16')], offer)).toHaveLength(2);
  });

  it('[PROVIDER-39] refuses what is no phone number and sends E.164 from national and international form', () => {
    expect(fieldsOf(() => judge([traveller({ phone: 'call me' })], offerOf(['adult'])))).toEqual([
      'passengers.0.phone',
    ]);
    expect(judge([traveller()], offerOf(['adult']))[0]?.phone_number).toBe('+442079460958');
    expect(judge([traveller({ phone: '+1 (212) 555-0142' })], offerOf(['adult']))[0]?.phone_number).toBe(
      '+12125550142',
    );
  });

  it('[D39] refuses travellers other than those of the offer', () => {
    expect(() => judge([traveller()], offerOf(['adult', 'adult']))).toThrow(/not those of this flight offer/);
    expect(() => judge([traveller(), traveller()], offerOf(['adult']))).toThrow(/not those/);
    expect(() => judge([traveller({ type: 'child' })], offerOf(['adult']))).toThrow(/not those/);
  });

  it('[D39] asks for the passport where the airline does, and sends it only then', () => {
    expect(fieldsOf(() => judge([traveller()], offerOf(['adult'], true)))).toEqual([
      'passengers.0.passportNumber',
      'passengers.0.passportExpiryDate',
      'passengers.0.passportIssuingCountry',
    ]);
    const withPassport = traveller({
      passportNumber: 'X123456',
      passportExpiryDate: '2031-01-01',
      passportIssuingCountry: 'GB',
    });
    expect(judge([withPassport], offerOf(['adult']))[0]).not.toHaveProperty('passport');
    expect(judge([withPassport], offerOf(['adult'], true))[0]?.passport).toEqual({
      number: 'X123456',
      expires_on: '2031-01-01',
      issuing_country_code: 'GB',
    });
  });

  it('[PROVIDER-37] derives a missing title and gives each infant to an adult', () => {
    const offer = offerOf(['adult', 'infant_without_seat']);
    const infant = traveller({ type: 'infant_without_seat', gender: 'male', dateOfBirth: '2026-06-01' });
    const [adult, baby] = judge([traveller(), infant], offer);
    expect(adult).toMatchObject({ title: 'ms', gender: 'f', infant_passenger_id: 'pas_1' });
    expect(baby).toMatchObject({ title: 'mr', gender: 'm', email: 'ada@example.com' });
  });
});
