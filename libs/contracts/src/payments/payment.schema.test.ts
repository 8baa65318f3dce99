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

  const numberText = 'Please enter a valid card number';
  const expiryText = 'Please enter a valid expiration date';
  const cvvText = 'Please enter a valid security code (CVV)';
  const nameText = 'Please enter the name as it appears on your card';

  it.each([
    ['number', '4242 4242 4242 4242', numberText],
    ['number', '4'.repeat(11), numberText],
    ['number', '4'.repeat(20), numberText],
    ['number', 'x4242424242424242', numberText],
    ['expiryMonth', '13', expiryText],
    ['expiryMonth', '00', expiryText],
    ['expiryMonth', '1', expiryText],
    ['expiryMonth', '120', expiryText],
    ['expiryMonth', '012', expiryText],
    ['expiryMonth', 'x12', expiryText],
    ['expiryYear', '203', expiryText],
    ['expiryYear', '20345', expiryText],
    ['expiryYear', '3', expiryText],
    ['cvv', '12', cvvText],
    ['cvv', '12345', cvvText],
    ['cvv', 'x123', cvvText],
    ['holderName', 'AB ', nameText],
    ['holderName', 'A'.repeat(101), 'Invalid input'],
  ])('[API-09] rejects the %s "%s"', (field, value, message) => {
    const issues = cardDetailsSchema.safeParse({ ...card, [field]: value }).error?.issues;
    expect(issues?.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
  });

  it.each([
    ['number', '4'.repeat(12)],
    ['number', '4'.repeat(19)],
    ['expiryMonth', '01'],
    ['expiryMonth', '09'],
    ['expiryMonth', '10'],
    ['expiryYear', '2034'],
    ['cvv', '1234'],
    ['holderName', 'ABC'],
    ['holderName', 'A'.repeat(100)],
  ])('[API-09] accepts the %s "%s"', (field, value) =>
    expect(cardDetailsSchema.safeParse({ ...card, [field]: value }).success).toBe(true),
  );
});

describe('a payment', () => {
  const request = {
    amount: '123.00',
    currency: 'USD',
    offerId: 'off_1',
    seats: [{ passengerId: 'pas_1', seatId: 'ase_1' }],
    bags: [{ passengerId: 'pas_1', serviceId: 'ase_2', quantity: 1 }],
    cardDetails: card,
  };

  it('[API-10] has amount, currency, card, offer, seats and bags', () => {
    expect(paymentRequestSchema.parse(request)).toEqual(request);
    // A missing offer or card gets a sentence of its own from the service.
    expect(optionalPaths(paymentRequestSchema, request)).toEqual(['offerId', 'seats', 'bags', 'cardDetails']);
  });

  it('[API-10] accepts a payment method in place of a card, and as many as 200 seats', () => {
    const seats = Array.from({ length: 200 }, () => ({ passengerId: 'pas_1', seatId: 'ase_1' }));
    const { cardDetails: _, ...rest } = request;
    const payment = { ...rest, seats, paymentMethodId: 'pm_1Abc' };
    expect(paymentRequestSchema.parse(payment)).toEqual(payment);
  });

  it('[API-10] converts a numeric amount to a string', () => {
    expect(paymentRequestSchema.parse({ ...request, amount: 123.5 }).amount).toBe('123.5');
  });

  it.each([
    ['amount', '12,50'],
    ['amount', Number.NaN],
    ['currency', 'usd'],
    ['seats', [{ passengerId: '', seatId: 'ase_1' }]],
    ['seats', [{ passengerId: 'pas_1', seatId: '' }]],
    ['seats', Array.from({ length: 201 }, () => ({ passengerId: 'pas_1', seatId: 'ase_1' }))],
    ['paymentMethodId', 'pm_'],
    ['paymentMethodId', 'card_1'],
    ['paymentMethodId', 'pm_1 '],
    ['paymentMethodId', 'xpm_1'],
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

it('[API-10] a payment without seats has none', () =>
  expect(paymentRequestSchema.parse({ amount: '1.00', currency: 'USD' }).seats).toEqual([]));
