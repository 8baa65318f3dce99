import { describe, expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

describe('a hold', () => {
  it('[MONEY-22] authorises without capturing, and captures later', async () => {
    const { stripe } = await startSandbox();
    const held = await authorise(stripe);
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 12_050, amount_received: 0 });
    const captured = await stripe.paymentIntents.capture(held.id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 12_050 });
    const read = await stripe.paymentIntents.retrieve(held.id, { expand: ['latest_charge'] });
    expect(read.latest_charge).toMatchObject({
      captured: true,
      amount_captured: 12_050,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    });
  });

  it('captures a part and lets the rest go', async () => {
    const { stripe } = await startSandbox();
    const held = await authorise(stripe);
    const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 5000 });
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 5000, amount_capturable: 0 });
    const charge = await stripe.charges.retrieve(String(captured.latest_charge));
    expect(charge).toMatchObject({ amount_captured: 5000, amount_refunded: 7050, refunded: false });
  });

  it('refuses to capture more than is held, twice, or after a cancellation', async () => {
    const { stripe } = await startSandbox();
    const held = await authorise(stripe);
    const more = await getError(stripe.paymentIntents.capture(held.id, { amount_to_capture: 12_051 }));
    expect(more).toMatchObject({ statusCode: 400, code: 'amount_too_large', param: 'amount_to_capture' });
    await stripe.paymentIntents.capture(held.id);
    const twice = await getError(stripe.paymentIntents.capture(held.id));
    expect(twice).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    const other = await authorise(stripe);
    await stripe.paymentIntents.cancel(other.id);
    const late = await getError(stripe.paymentIntents.capture(other.id));
    expect(late).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(late.payment_intent).toMatchObject({ id: other.id, status: 'canceled' });
  });

  it('[MONEY-24] is let go by a cancellation, which cannot follow a capture', async () => {
    const { stripe } = await startSandbox();
    const held = await authorise(stripe);
    const cancelled = await stripe.paymentIntents.cancel(held.id, { cancellation_reason: 'abandoned' });
    expect(cancelled).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'abandoned',
    });
    expect(cancelled.canceled_at).toBeGreaterThan(0);
    const released = await stripe.charges.retrieve(String(held.latest_charge));
    expect(released).toMatchObject({ captured: false, refunded: true, amount_refunded: 12_050 });
    const paid = await authorise(stripe);
    await stripe.paymentIntents.capture(paid.id);
    const refused = await getError(stripe.paymentIntents.cancel(paid.id));
    expect(refused).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  });

  it('[MONEY-26] lapses after seven days', async () => {
    const { stripe, control } = await startSandbox();
    const held = await authorise(stripe);
    await control('POST', 'clock', { advanceMs: 7 * 24 * 3600_000 - 10_000 });
    expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
    await control('POST', 'clock', { advanceMs: 11_000 });
    const lapsed = await stripe.paymentIntents.retrieve(held.id);
    expect(lapsed).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
      amount_capturable: 0,
    });
  });
});

describe('an update', () => {
  it('changes notes at any time, and what is paid only before it is', async () => {
    const { stripe } = await startSandbox();
    const held = await authorise(stripe);
    const noted = await stripe.paymentIntents.update(held.id, { description: 'Seat 1A' });
    expect(noted).toMatchObject({ description: 'Seat 1A', status: 'requires_capture' });
    for (const change of [
      { amount: 99_000 },
      { currency: 'eur' },
      { payment_method: 'pm_card_mastercard' },
    ]) {
      const refused = await getError(stripe.paymentIntents.update(held.id, change));
      expect(refused).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    }
    expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({ amount: 12_050, currency: 'usd' });
  });
});

describe('confirming', () => {
  it('goes from no payment method over confirmation to paid', async () => {
    const { stripe } = await startSandbox();
    const blank = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
    });
    expect(blank.status).toBe('requires_payment_method');
    const ready = await stripe.paymentIntents.update(blank.id, { payment_method: 'pm_card_mastercard' });
    expect(ready.status).toBe('requires_confirmation');
    const paid = await stripe.paymentIntents.confirm(blank.id);
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2000, currency: 'eur' });
    const again = await getError(stripe.paymentIntents.confirm(blank.id));
    expect(again).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('wants a return_url unless redirects are excluded', async () => {
    const { stripe } = await startSandbox();
    const params = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
    const refused = await getError(stripe.paymentIntents.create(params));
    expect(refused).toMatchObject({ statusCode: 400, param: 'return_url' });
    const never = { enabled: true, allow_redirects: 'never' as const };
    const paid = await stripe.paymentIntents.create({ ...params, automatic_payment_methods: never });
    expect(paid.status).toBe('succeeded');
  });

  it('[PROVIDER-44] asks the cardholder where the bank wants 3-D Secure', async () => {
    const { stripe, control } = await startSandbox();
    const asked = await authorise(stripe, 'pm_card_threeDSecure2Required');
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect(asked.latest_charge).toBeNull();
    await control('POST', `payment_intents/${asked.id}/challenge`, { passed: true });
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('requires_capture');

    const failed = await authorise(stripe, 'pm_card_threeDSecure2Required');
    await control('POST', `payment_intents/${failed.id}/challenge`, { passed: false });
    const read = await stripe.paymentIntents.retrieve(failed.id);
    expect(read.status).toBe('requires_payment_method');
    expect(read.last_payment_error?.code).toBe('payment_intent_authentication_failure');
  });

  it('[PROVIDER-44] cancels a hold that waits for a challenge', async () => {
    const { stripe } = await startSandbox();
    const asked = await authorise(stripe, 'pm_card_authenticationRequired');
    expect((await stripe.paymentIntents.cancel(asked.id)).status).toBe('canceled');
  });

  it('declines a challenge that nobody can answer', async () => {
    const { stripe } = await startSandbox();
    const off = await getError(authorise(stripe, 'pm_card_authenticationRequired', { off_session: true }));
    expect(off).toMatchObject({ code: 'authentication_required', decline_code: 'authentication_required' });
    const error = await getError(
      authorise(stripe, 'pm_card_threeDSecure2Required', { error_on_requires_action: true }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });
});
