import { describe, expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

describe('authorisation', () => {
  it('[MONEY-22] is created without a capture and can be captured later', async () => {
    const { stripe } = await startSandbox();
    const authorised = await authorise(stripe);
    expect(authorised).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 12_050,
      amount_received: 0,
    });
    const captured = await stripe.paymentIntents.capture(authorised.id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 12_050 });
    const retrieved = await stripe.paymentIntents.retrieve(authorised.id, { expand: ['latest_charge'] });
    expect(retrieved.latest_charge).toMatchObject({
      captured: true,
      amount_captured: 12_050,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    });
  });

  it('cannot be captured twice, or after a cancellation', async () => {
    const { stripe } = await startSandbox();
    const authorised = await authorise(stripe);
    await stripe.paymentIntents.capture(authorised.id);
    const secondError = await getError(stripe.paymentIntents.capture(authorised.id));
    expect(secondError).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    const otherIntent = await authorise(stripe);
    await stripe.paymentIntents.cancel(otherIntent.id);
    const lateError = await getError(stripe.paymentIntents.capture(otherIntent.id));
    expect(lateError).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(lateError.payment_intent).toMatchObject({ id: otherIntent.id, status: 'canceled' });
  });

  it('[MONEY-24] is voided by a cancellation, which is rejected after a capture', async () => {
    const { stripe } = await startSandbox();
    const authorised = await authorise(stripe);
    const cancelled = await stripe.paymentIntents.cancel(authorised.id, { cancellation_reason: 'abandoned' });
    expect(cancelled).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'abandoned',
    });
    expect(cancelled.canceled_at).toBeGreaterThan(0);
    const read = await stripe.paymentIntents.retrieve(authorised.id, { expand: ['latest_charge'] });
    expect(read.latest_charge).toMatchObject({ captured: false, refunded: true, amount_refunded: 12_050 });
    const paid = await authorise(stripe);
    await stripe.paymentIntents.capture(paid.id);
    const error = await getError(stripe.paymentIntents.cancel(paid.id));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  });

  it('[MONEY-26] expires after seven days', async () => {
    let now = Date.now();
    const { stripe } = await startSandbox({ now: () => now });
    const authorised = await authorise(stripe);
    now += 7 * 24 * 3600_000 - 10_000;
    expect((await stripe.paymentIntents.retrieve(authorised.id)).status).toBe('requires_capture');
    now += 11_000;
    const expired = await stripe.paymentIntents.retrieve(authorised.id);
    expect(expired).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
      amount_capturable: 0,
    });
  });

  it('expires when the clock is moved, without another call', async () => {
    const { stripe, callControl, readLedger } = await startSandbox();
    await authorise(stripe);
    await callControl('POST', 'clock', { advanceMs: 7 * 24 * 3600_000 + 1000 });
    expect((await readLedger()).payment_intents).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('confirmation', () => {
  it('requires a return_url unless payment method types exclude redirects', async () => {
    const { stripe } = await startSandbox();
    const params = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
    const error = await getError(stripe.paymentIntents.create(params));
    expect(error).toMatchObject({ statusCode: 400, param: 'return_url' });
    const paid = await stripe.paymentIntents.create({ ...params, allowed_payment_method_types: ['card'] });
    expect(paid.status).toBe('succeeded');
  });

  it('[PROVIDER-44] waits for the cardholder if the bank requires 3-D Secure', async () => {
    const { stripe } = await startSandbox();
    const challenged = await authorise(stripe, 'pm_card_threeDSecure2Required');
    expect(challenged).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect(challenged.latest_charge).toBeNull();
  });

  it('[ELEMENT-02] asks a bank that does not require 3-D Secure only on request, and says how it ended', async () => {
    const { stripe, callControl } = await startSandbox();
    const card = 'pm_card_threeDSecureOptional';
    expect((await authorise(stripe, card)).status).toBe('requires_capture');
    const options = { payment_method_options: { card: { request_three_d_secure: 'challenge' } } } as const;
    expect((await authorise(stripe, 'pm_card_visa', options)).status).toBe('requires_capture');
    const { id, status } = await authorise(stripe, card, options);
    expect(status).toBe('requires_action');
    await callControl('POST', 'challenges', { payment_intent: id, outcome: 'passed' });
    const { latest_charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    });
  });

  it('states the risk of a card', async () => {
    const { stripe } = await startSandbox();
    for (const [card, level] of [
      ['pm_card_visa', 'normal'],
      ['pm_card_riskLevelElevated', 'elevated'],
    ]) {
      const { latest_charge } = await authorise(stripe, card, { expand: ['latest_charge'] });
      expect(latest_charge).toMatchObject({ outcome: { risk_level: level } });
    }
  });
});
