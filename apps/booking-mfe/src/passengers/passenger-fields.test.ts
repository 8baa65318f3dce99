import type { PassengerFields } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import {
  applyFormToOffer,
  clearPassportFields,
  emptyForm,
  passengerLabels,
  toPassengers,
} from './passenger-fields.ts';
import { createReadPhone } from './phone.ts';

const offer = sampleOffer({
  passengers: [
    { id: 'pas_1', type: 'infant_without_seat' },
    { id: 'pas_2', type: 'child' },
    { id: 'pas_3', type: 'adult' },
    { id: 'pas_4', type: 'adult' },
  ],
});
const ada: PassengerFields = {
  id: 'pas_1',
  type: 'adult',
  title: 'ms',
  gender: '',
  firstName: ' Ada ',
  lastName: ' Byron ',
  dateOfBirth: '1990-12-10',
  email: ' ada@example.com ',
  phone: '020 7946 0958',
  passportNumber: 'X1234567',
  passportExpiryDate: '2036-01-01',
  passportIssuingCountry: 'GB',
};
const readPhone = createReadPhone({ contact: { email: '', phone: '', address: '' } }, offer);
const convert = (change: Partial<PassengerFields>) =>
  toPassengers({ passengers: [{ ...ada, ...change }] }, readPhone)[0];

describe('the passenger form', () => {
  it('[PAX-02] [PAX-07] has an empty block per passenger, adults first', () => {
    const { passengers } = emptyForm(offer);
    expect(passengers.map(({ id, type }) => [id, passengerLabels[type]])).toEqual([
      ['pas_3', 'Adult (12+ years)'],
      ['pas_4', 'Adult (12+ years)'],
      ['pas_2', 'Child (2-11 years)'],
      ['pas_1', 'Infant (under 2 years)'],
    ]);
    const { id: _, type: __, ...fields } = passengers[0]!;
    expect(new Set(Object.values(fields))).toEqual(new Set(['']));
    expect(Object.keys(passengers[0]!)).toEqual(Object.keys(ada));
  });

  it('keeps what was entered for another offer when the type is the same', () => {
    const moved = applyFormToOffer({ passengers: [ada, { ...ada, type: 'child' }] }, offer).passengers;
    expect(moved[0]).toEqual({ ...ada, id: 'pas_3' });
    expect(moved.slice(1).map(({ id, firstName }) => [id, firstName])).toEqual([
      ['pas_4', ''],
      ['pas_2', ''],
      ['pas_1', ''],
    ]);
  });

  it('[PAX-21] can be sent without passport data', () =>
    expect(clearPassportFields({ passengers: [ada] }).passengers).toEqual([
      { ...ada, passportNumber: '', passportExpiryDate: '', passportIssuingCountry: '' },
    ]));
});

describe('the passengers of the booking request', () => {
  it('[API-07] [PROVIDER-39] are trimmed, with the phone number in E.164', () =>
    expect(convert({})).toEqual({
      ...ada,
      gender: 'female',
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      phone: '+442079460958',
    }));

  it('[API-07] have no empty fields', () => {
    const empty = { title: '', email: ' ', phone: '', passportNumber: '', passportExpiryDate: '' } as const;
    expect(convert({ ...empty, passportIssuingCountry: '' })).toEqual({
      id: 'pas_1',
      type: 'adult',
      firstName: 'Ada',
      lastName: 'Byron',
      dateOfBirth: '1990-12-10',
    });
  });

  it.each([
    ['mr', '', 'male'],
    ['ms', '', 'female'],
    ['mrs', '', 'female'],
    ['miss', '', 'female'],
    ['dr', '', undefined],
    ['', '', undefined],
    ['mr', 'female', 'female'],
  ] as const)('[PROVIDER-37] with title "%s" and gender "%s" have the gender %s', (title, gender, expected) =>
    expect(convert({ title, gender })?.gender).toBe(expected),
  );

  it('[PROVIDER-39] keep a number that is none of the country', () => {
    expect(convert({ phone: '+1 212 555 0142' })?.phone).toBe('+12125550142');
    expect(convert({ phone: ' 12 ' })?.phone).toBe('12');
  });

  it.each([
    '＋82 10 1234 5678',
    '+82–10–1234–5678',
    '+82\u00a010\u20111234\u20115678',
    '\u202a+82 10 1234 5678\u202c',
    '(+82) 10-1234-5678',
    '(0082) 10 1234 5678',
    'tel:+82-10-1234-5678',
    '+٨٢١٠١٢٣٤٥٦٧٨',
    '011 82 10 1234 5678',
  ])('[PROVIDER-39] [FIELD-05] read "%s", as contact lists and chats write numbers', (phone) => {
    const readByBrand = createReadPhone(
      { contact: { email: '', phone: '+1 888 555 0142', address: '' } },
      offer,
    );
    expect(readByBrand({ phone, passportIssuingCountry: '' })?.number).toBe('+821012345678');
  });
});
