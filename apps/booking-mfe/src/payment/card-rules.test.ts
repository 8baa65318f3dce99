import { describe, expect, it } from 'vitest';
import { reuseOrCreateAttempt } from './attempt.ts';
import { detectCardBrand, extractDigits, groupInFours } from './card-input.ts';
import { validateCard, isLuhnValid } from './card-rules.ts';

const now = new Date(2026, 10, 20);
const good = {
  number: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '30',
  cvv: '123',
  holderName: 'Ada Lo',
};
const told = (change: Partial<typeof good>) =>
  validateCard({ ...good, ...change }, now).map(({ title, message }) => `${title}: ${message}`);

describe('what is wrong with a card', () => {
  it('[PAY-03] a number under 15 digits', () =>
    expect(told({ number: '42424242424242' })).toEqual([
      'Invalid Card Number: Please enter a valid card number',
    ]));

  it('[PAY-04] a number that fails the Luhn check', () => {
    expect(told({ number: '4242424242424241' })).toEqual([
      'Invalid Card Number: The card number you entered is not valid',
    ]);
    expect(isLuhnValid('378282246310005')).toBe(true);
  });

  it('[PAY-05] a month or year that is missing, impossible or past', () => {
    const expiry = 'Invalid Expiry Date: Please enter a valid expiration date';
    for (const change of [
      { expiryMonth: '' },
      { expiryMonth: '00' },
      { expiryMonth: '13' },
      { expiryMonth: '1' },
      { expiryYear: '' },
      { expiryYear: '3' },
      { expiryMonth: '10', expiryYear: '26' },
    ])
      expect(told(change)).toEqual([expiry]);
    expect(told({ expiryMonth: '11', expiryYear: '26' })).toEqual([]);
  });

  it('[PAY-06] a CVV of another length than 3 or 4', () => {
    expect(told({ cvv: '12' })).toEqual(['Invalid CVV: Please enter a valid security code (CVV)']);
    expect(told({ cvv: '1234' })).toEqual([]);
  });

  it('[PAY-07] a holder name under 3 characters after trimming', () =>
    expect(told({ holderName: ' Al ' })).toEqual([
      'Invalid Card Holder Name: Please enter the name as it appears on your card',
    ]));

  it('names everything at once, in the order of the fields', () =>
    expect(
      validateCard({ number: '', expiryMonth: '', expiryYear: '', cvv: '', holderName: '' }, now).map(
        (p) => p.field,
      ),
    ).toEqual(['number', 'expiryMonth', 'expiryYear', 'cvv', 'holderName']));
});

describe('typing a card', () => {
  it('[PAY-02] keeps 16 digits and groups them in fours', () => {
    expect(extractDigits('4242-4242 4242x42429999', 16)).toBe('4242424242424242');
    expect(groupInFours('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupInFours('42424')).toBe('4242 4');
  });

  it('recognises the scheme', () => {
    expect(['4', '5555', '2720', '37', '6011', '9'].map(detectCardBrand)).toEqual([
      'Visa',
      'Mastercard',
      'Mastercard',
      'American Express',
      'Discover',
      undefined,
    ]);
  });
});

describe('attempts', () => {
  it('[PAY-19] keeps its key while the same is paid for, whatever the order of the seats', () => {
    const subject = { offerId: 'off', amount: '10.00', currency: 'USD', seatIds: ['a', 'b'] };
    const first = reuseOrCreateAttempt(subject, undefined);
    expect(reuseOrCreateAttempt({ ...subject, seatIds: ['b', 'a'] }, first)).toBe(first);
    for (const change of [{ amount: '11.00' }, { seatIds: ['a'] }, { offerId: 'other' }, { currency: 'EUR' }])
      expect(reuseOrCreateAttempt({ ...subject, ...change }, first).paymentKey).not.toBe(first.paymentKey);
  });
});
