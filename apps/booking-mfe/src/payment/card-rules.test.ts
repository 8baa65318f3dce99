import { describe, expect, it } from 'vitest';
import { reuseOrCreateAttempt } from './attempt.ts';
import { detectCardBrand, extractDigits, extractYear, groupInFours } from './card-input.ts';
import { cardResolver, describeFirstError, emptyCard, validateCard, isLuhnValid } from './card-rules.ts';

const now = new Date(2026, 10, 20);
const validCard = {
  number: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '30',
  cvv: '123',
  holderName: 'Ada Lo',
};
const getErrors = (change: Partial<typeof validCard>) =>
  Object.entries(validateCard({ ...validCard, ...change }, now)).map(([field, message]) => {
    const { title, description } = describeFirstError({ [field]: { type: 'validate', message } });
    return `${title}: ${description}`;
  });

const resolve = (card: typeof validCard) =>
  cardResolver(card, undefined, { fields: {}, shouldUseNativeValidation: false });

it('[FIELD-05] a month of one digit is sent with two', () => {
  expect(resolve({ ...validCard, expiryMonth: '5' })).toEqual({
    values: { ...validCard, expiryMonth: '05' },
    errors: {},
  });
  expect(resolve({ ...validCard, expiryMonth: '0' })).toHaveProperty('errors.expiryMonth');
});

describe('validateCard', () => {
  it('[PAY-03] rejects a number with fewer than 15 digits', () =>
    expect(getErrors({ number: '42424242424242' })).toEqual([
      'Invalid Card Number: Please enter a valid card number',
    ]));

  it('[PAY-03] accepts 15 and 16 digits and nothing else', () => {
    expect(getErrors({ number: '378282246310005' })).toEqual([]);
    for (const number of ['42424242424242424', ' 4242424242424242', '4242424242424242x'])
      expect(getErrors({ number })).toEqual(['Invalid Card Number: Please enter a valid card number']);
  });

  it('[PAY-04] rejects a number that fails the Luhn check', () => {
    expect(getErrors({ number: '4242424242424241' })).toEqual([
      'Invalid Card Number: The card number you entered is not valid',
    ]);
    expect(isLuhnValid('378282246310005')).toBe(true);
    expect(isLuhnValid('5555555555554444')).toBe(true);
    expect(isLuhnValid('6011000990139424')).toBe(true);
    expect(isLuhnValid('5555555555554445')).toBe(false);
    expect(isLuhnValid('')).toBe(false);
  });

  it('[PAY-05] rejects a month or year that is missing, invalid or past', () => {
    const expiry = 'Invalid Expiry Date: Please enter a valid expiration date';
    for (const change of [
      { expiryMonth: '' },
      { expiryMonth: '00' },
      { expiryMonth: '13' },
      { expiryMonth: '1' },
      { expiryYear: '' },
      { expiryYear: '3' },
      { expiryYear: '030' },
      { expiryYear: '30 ' },
      { expiryMonth: '012' },
      { expiryMonth: '1x2' },
      { expiryMonth: '12', expiryYear: '25' },
      { expiryMonth: '10', expiryYear: '26' },
    ])
      expect(getErrors(change)).toEqual([expiry]);
    for (const change of [
      { expiryMonth: '11', expiryYear: '26' },
      { expiryMonth: '01', expiryYear: '27' },
      { expiryMonth: '10', expiryYear: '27' },
    ])
      expect(getErrors(change)).toEqual([]);
  });

  it('[PAY-06] rejects a CVV with another length than 3 or 4', () => {
    for (const cvv of ['12', '12345', 'x123', '123x'])
      expect(getErrors({ cvv })).toEqual(['Invalid CVV: Please enter a valid security code (CVV)']);
    expect(getErrors({ cvv: '1234' })).toEqual([]);
  });

  it('[PAY-07] rejects a holder name with fewer than 3 characters after trimming', () => {
    expect(getErrors({ holderName: ' Al ' })).toEqual([
      'Invalid Card Holder Name: Please enter the name as it appears on your card',
    ]);
    expect(getErrors({ holderName: ' Ali ' })).toEqual([]);
  });

  it('reports all invalid fields to the form, and the first of them in the toast', async () => {
    const { values, errors } = await resolve(emptyCard);
    expect(values).toEqual({});
    expect(Object.keys(errors)).toEqual(['number', 'expiryMonth', 'expiryYear', 'cvv', 'holderName']);
    expect(errors).toMatchObject({
      cvv: { type: 'validate', message: 'Please enter a valid security code (CVV)' },
    });
    expect(describeFirstError(errors).title).toBe('Invalid Card Number');
    const { number: _, expiryMonth, ...later } = errors as Record<string, { type: string; message: string }>;
    expect(expiryMonth?.message).toBe('Please enter a valid expiration date');
    expect(describeFirstError({ holderName: later.holderName, cvv: later.cvv }).title).toBe('Invalid CVV');
  });

  it('has a toast when no field has an error', () =>
    expect(describeFirstError({})).toEqual({ title: 'Invalid Card Number', description: '' }));

  it('gives a valid card to the form unchanged', async () => {
    const card = { ...validCard, expiryYear: '99' };
    expect(await resolve(card)).toEqual({ values: card, errors: {} });
  });

  it('has no text in any field of a cleared card', () =>
    expect(emptyCard).toEqual({ number: '', expiryMonth: '', expiryYear: '', cvv: '', holderName: '' }));
});

describe('card input', () => {
  it('[PAY-02] keeps 16 digits in groups of four', () => {
    expect(extractDigits('4242-4242 4242x42429999', 16)).toBe('4242424242424242');
    expect(groupInFours('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupInFours('42424')).toBe('4242 4');
  });

  it('[PAY-05] keeps two digits of the year, also when a browser fills in four', () => {
    for (const typed of ['34', '2034', ' 2034 ']) expect(extractYear(typed)).toBe('34');
    expect(extractYear('20')).toBe('20');
    expect([...'2034'].reduce((shown, digit) => extractYear(shown + digit), '')).toBe('34');
    expect([...'20340'].reduce((shown, digit) => extractYear(shown + digit), '')).toBe('34');
    expect(extractYear('345')).toBe('34');
    expect(extractYear('12034')).toBe('12');
    expect(extractYear('20345')).toBe('20');
  });

  it.each([
    ['Visa', ['4', '4242']],
    ['Mastercard', ['51', '55', '2221', '2229', '223', '229', '23', '26', '270', '271', '2720']],
    ['American Express', ['34', '37']],
    ['Discover', ['6011', '65', '644', '649']],
    ['Diners Club', ['300', '305', '36', '38']],
    ['JCB', ['35']],
    [undefined, ['', '9', '50', '56', '2220', '2721', '28', '33', '6012', '643', '306', '14', '05', '135']],
    [undefined, ['151', '137', '165', '138']],
  ])('detects the card brand %s', (brand, numbers) =>
    expect(numbers.filter((digits) => detectCardBrand(digits) !== brand)).toEqual([]),
  );
});

describe('reuseOrCreateAttempt', () => {
  it('[PAY-19] returns the same attempt for the same terms in any order of seats, and a new key for other terms', () => {
    const terms = { itemId: 'off', amount: '10.00', currency: 'USD', extras: ['a', 'b'] };
    const first = reuseOrCreateAttempt(terms, undefined);
    expect(reuseOrCreateAttempt({ ...terms, extras: ['b', 'a'] }, first)).toBe(first);
    for (const change of [{ amount: '11.00' }, { extras: ['a'] }, { itemId: 'other' }, { currency: 'EUR' }])
      expect(reuseOrCreateAttempt({ ...terms, ...change }, first).paymentKey).not.toBe(first.paymentKey);
  });
});
