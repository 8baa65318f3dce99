import { expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import { passengerSchema, type Passenger } from './passenger.schema.ts';

const passenger: Passenger = {
  id: 'pas_1',
  type: 'adult',
  title: 'ms',
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Byron',
  dateOfBirth: '1990-12-10',
  email: 'ada@example.com',
  phone: '+1 212 555 0142',
  passportNumber: 'X1234567',
  passportExpiryDate: '2036-01-01',
  passportIssuingCountry: 'GB',
};

it('[API-07] a passenger requires a type, both names and a birth date', () => {
  expect(passengerSchema.parse(passenger)).toEqual(passenger);
  expect(optionalPaths(passengerSchema, passenger)).toEqual([
    'id',
    'title',
    'gender',
    'email',
    'phone',
    'passportNumber',
    'passportExpiryDate',
    'passportIssuingCountry',
  ]);
});

it('[API-07] treats empty fields as omitted', () => {
  const bare = { type: 'child', firstName: 'Ada', lastName: 'Byron', dateOfBirth: '2020-12-10' };
  const empty = { title: '', gender: '', email: '', phone: '', passportNumber: '', passportExpiryDate: '' };
  expect(passengerSchema.parse({ ...bare, ...empty, passportIssuingCountry: null })).toEqual(bare);
});

it.each([
  ['type', 'infant'],
  ['type', 'senior'],
  ['title', 'lord'],
  ['dateOfBirth', '10.12.1990'],
  ['passportIssuingCountry', 'GBR'],
])('[API-07] rejects the %s "%s"', (field, value) => {
  const issues = passengerSchema.safeParse({ ...passenger, [field]: value }).error?.issues;
  expect(issues?.map(({ path }) => path[0])).toEqual([field]);
});

it('[ACCOUNT-01] a name is normalised and contains no line breaks or invisible characters', () => {
  expect(passengerSchema.parse({ ...passenger, firstName: 'Jose\u0301' }).firstName).toBe('Jos\u00e9');
  for (const lastName of ['By\r\nron', 'By\u200bron', '\u202eByron'])
    expect(passengerSchema.safeParse({ ...passenger, lastName }).success).toBe(false);
});

it.each(['adult', 'child', 'infant_without_seat'])('[API-07] accepts the type %s', (type) => {
  expect(passengerSchema.safeParse({ ...passenger, type }).success).toBe(true);
});
