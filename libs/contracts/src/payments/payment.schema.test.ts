import { describe, expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import { cardDetailsSchema, paymentRequestSchema, paymentResultSchema } from './payment.schema.ts';

const card = {
  number: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '34',
  cvv: '123',
  holderName: 'Ada Byron',
};

describe('a card', () => {
  it('[API-09] requires its five fields', () => {
    expect(cardDetailsSchema.parse(card)).toEqual(card);
    expect(optionalPaths(cardDetailsSchema, card)).toEqual([]);
  });

  it.each([
    ['number', '4242 4242 4242 4242'],
    ['number', '42424242424'],
    ['expiryMonth', '13'],
    ['expiryMonth', '1'],
    ['expiryYear', '203'],
    ['cvv', '12'],
    ['holderName', 'A '],
  ])('[API-09] rejects the %s "%s"', (field, value) => {
    const issues = cardDetailsSchema.safeParse({ ...card, [field]: value }).error?.issues;
    expect(issues?.map(({ path }) => path[0])).toEqual([field]);
  });
});

describe('a payment', () => {
  const request = {
    amount: '123.00',
    currency: 'USD',
    offerId: 'off_1',
    seats: [{ passengerId: 'pas_1', seatId: 'ase_1' }],
    cardDetails: card,
  };

  it('[API-10] has amount, currency, card, offer and seats', () => {
    expect(paymentRequestSchema.parse(request)).toEqual(request);
    // A missing offer or card gets a sentence of its own from the service.
    expect(optionalPaths(paymentRequestSchema, request)).toEqual(['offerId', 'seats', 'cardDetails']);
  });

  it('[API-10] converts a numeric amount to a string', () => {
    expect(paymentRequestSchema.parse({ ...request, amount: 123.5 }).amount).toBe('123.5');
  });

  it.each([
    ['amount', '12,50'],
    ['amount', Number.NaN],
    ['currency', 'usd'],
    ['seats', [{ passengerId: '', seatId: 'ase_1' }]],
  ])('[API-10] rejects the %s %j', (field, value) => {
    const issues = paymentRequestSchema.safeParse({ ...request, [field]: value }).error?.issues;
    expect(issues?.map(({ path }) => path[0])).toEqual([field]);
  });

  it('[API-10] the result has success and the payment, or the error', () => {
    const good = { success: true, paymentId: 'pay_1' };
    const bad = { success: false, error: 'PAYMENT_FAILED', message: 'Your card was declined.' };
    for (const answer of [good, bad]) expect(paymentResultSchema.parse(answer)).toEqual(answer);
    expect(paymentResultSchema.safeParse({ paymentId: 'pay_1' }).success).toBe(false);
  });
});
