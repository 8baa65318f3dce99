import { readFileSync } from 'node:fs';

import { createStateFilePath } from '@fareline/sandbox-kit/testing';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

const payWithCard = (
  stripe: Stripe,
  number: string,
  overrides: Partial<Stripe.PaymentMethodCreateParams.Card> = {},
) =>
  stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    confirm: true,
    allowed_payment_method_types: ['card'],
    payment_method_data: {
      type: 'card',
      card: {
        number,
        exp_month: 12,
        exp_year: 2040,
        cvc: number.startsWith('3') ? '1234' : '123',
        ...overrides,
      },
    } as Stripe.PaymentIntentCreateParams.PaymentMethodData,
  });

/** The SDK returns an empty string for a decline code that Stripe omits. */
const DECLINED = [
  ['pm_card_chargeDeclined', '4000000000000002', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', '4000000000009995', 'card_declined', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995', 'card_declined', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedLostCard', '4000000000009987', 'card_declined', 'lost_card'],
  ['pm_card_visa_chargeDeclinedStolenCard', '4000000000009979', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedExpiredCard', '4000000000000069', 'expired_card', ''],
  ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127', 'incorrect_cvc', ''],
  ['pm_card_chargeDeclinedProcessingError', '4000000000000119', 'processing_error', ''],
  [
    'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
    '4000000000006975',
    'card_declined',
    'card_velocity_exceeded',
  ],
] as const;

describe('test payment methods', () => {
  it.each(DECLINED)('decline the payment with %s', async (token, _number, code, declineCode) => {
    const { stripe, readLedger } = await startSandbox();
    const error = await getError(authorise(stripe, token));
    expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', rawType: 'card_error', code });
    expect(error.decline_code).toBe(declineCode);
    expect(error.message).not.toBe('');
    expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    const read = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', {
      expand: ['latest_charge'],
    });
    expect(read.latest_charge).toMatchObject({
      id: error.charge,
      status: 'failed',
      paid: false,
      failure_code: code,
    });
    expect(read.last_payment_error).toMatchObject({
      code,
      type: 'card_error',
      payment_method: { type: 'card' },
    });
    const ledger = await readLedger();
    expect(ledger.payment_intents).toMatchObject([{ authorised: false, amount_received: 0 }]);
    expect(ledger.refunds).toEqual([]);
  });

  it.each([
    ['pm_card_visa', 'visa', '4242'],
    ['pm_card_mastercard', 'mastercard', '4444'],
    ['pm_card_amex', 'amex', '0005'],
    ['pm_card_discover', 'discover', '1117'],
  ])(
    'authorise the payment with %s and create a new payment method each time',
    async (token, brand, last4) => {
      const { stripe } = await startSandbox();
      const first = await authorise(stripe, token, { expand: ['payment_method'] });
      const second = await authorise(stripe, token);
      const method = first.payment_method as Stripe.PaymentMethod;
      expect(method.card).toMatchObject({ brand, last4 });
      expect(second.payment_method).not.toBe(method.id);
    },
  );

  it('return 404 for an unknown test payment method', async () => {
    const { stripe } = await startSandbox();
    const error = await getError(authorise(stripe, 'pm_card_invented'));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'payment_method' });
    expect(error.message).toBe("No such PaymentMethod: 'pm_card_invented'");
  });
});

describe('raw card numbers', () => {
  it('[PROVIDER-43] are rejected if the account may not send raw card numbers', async () => {
    const { stripe, readLedger } = await startSandbox();
    const error = await getError(payWithCard(stripe, '4242424242424242'));
    expect(error).toMatchObject({ statusCode: 402, rawType: 'invalid_request_error' });
    expect(error.message).toContain(
      'Sending credit card numbers directly to the Stripe API is generally unsafe',
    );
    expect((await readLedger()).payment_intents).toEqual([]);
  });

  it.each(DECLINED)('are declined for the number of %s', async (_token, number, code, declineCode) => {
    const { stripe } = await startSandbox({ rawCards: true });
    const error = await getError(payWithCard(stripe, number));
    expect(error).toMatchObject({ statusCode: 402, code });
    expect(error.decline_code).toBe(declineCode);
  });

  it.each([
    ['4242424242424242', 'visa', 'succeeded'],
    ['5555 5555 5555 4444', 'mastercard', 'succeeded'],
    ['378282246310005', 'amex', 'succeeded'],
    ['4000002500003155', 'visa', 'requires_action'],
    ['4000000000003220', 'visa', 'requires_action'],
  ])('are accepted for %s', async (number, brand, status) => {
    const { stripe } = await startSandbox({ rawCards: true });
    const paid = await payWithCard(stripe, number);
    expect(paid.status).toBe(status);
    const read = await stripe.paymentIntents.retrieve(paid.id, {
      expand: ['latest_charge', 'payment_method'],
    });
    if (paid.status === 'succeeded') {
      const charge = read.latest_charge as Stripe.Charge;
      expect(charge.payment_method_details?.card?.checks?.cvc_check).toBe('pass');
    }
    expect((read.payment_method as Stripe.PaymentMethod).card).toMatchObject({
      brand,
      exp_month: 12,
      exp_year: 2040,
      last4: number.slice(-4),
    });
  });

  it.each([
    ['a wrong check digit', '4242424242424241', {}, 'incorrect_number'],
    ['a number that is too short', '42424242', {}, 'incorrect_number'],
    ['a month above 12', '4242424242424242', { exp_month: 13 }, 'invalid_expiry_month'],
    ['a year in the past', '4242424242424242', { exp_year: 2020 }, 'invalid_expiry_year'],
    ['letters in the security code', '4242424242424242', { cvc: '12a' }, 'invalid_cvc'],
    ['a real card in test mode', '4111111111111111', {}, 'card_declined'],
  ])('are rejected for %s', async (_case, number, overrides, code) => {
    const { stripe } = await startSandbox({ rawCards: true });
    expect(await getError(payWithCard(stripe, number, overrides))).toMatchObject({ statusCode: 402, code });
  });

  it('are never stored, nor are security codes', async () => {
    const stateFile = createStateFilePath();
    const { stripe, readLedger } = await startSandbox({ rawCards: true, stateFile });
    await payWithCard(stripe, '4242424242424242', { cvc: '987' });
    await getError(payWithCard(stripe, '4000000000000002'));
    await getError(payWithCard(stripe, '4242424242424241'));
    const output = readFileSync(stateFile, 'utf8') + JSON.stringify(await readLedger());
    for (const number of ['4242424242424242', '4000000000000002', '4242424242424241']) {
      expect(output).not.toContain(number);
    }
    expect(output).toContain('"last4":"4242"');
    expect(output).not.toContain('"987"');
  });
});
