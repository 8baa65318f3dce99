import { describe, expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

const form = (body: string, key = 'sk_test_sandbox', headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${key}`,
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  },
  body,
});

describe('keys', () => {
  it('refuses a call without a key and with a wrong one', async () => {
    const { url, createClient } = await startSandbox({ apiKeys: ['sk_test_known'] });
    const none = await fetch(`${url}/v1/payment_intents`);
    expect(none.status).toBe(401);
    expect(await none.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    const wrong = await getError(createClient('sk_test_unknown_key_1234').paymentIntents.list());
    expect(wrong).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
    expect(wrong.message).toContain('Invalid API Key provided: sk_test_');
    expect(wrong.message).not.toContain('unknown');
    expect((await createClient('sk_test_known').paymentIntents.list()).data).toEqual([]);
  });

  it('keeps test and live apart', async () => {
    const { stripe, createClient } = await startSandbox();
    const test = await authorise(stripe);
    const live = createClient('sk_live_sandbox');
    const refused = await getError(live.paymentIntents.retrieve(test.id));
    expect(refused).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    expect(refused.message).toContain('a similar object exists in test mode');
    expect((await live.paymentIntents.list()).data).toEqual([]);
    expect(await authorise(live)).toMatchObject({ livemode: true });
  });

  it('lets a browser make a payment method with a card number, and nothing else', async () => {
    const { stripe, createClient, url } = await startSandbox();
    const card =
      'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123';
    const made = await fetch(`${url}/v1/payment_methods`, form(card, 'pk_test_browser'));
    const method = (await made.json()) as { id: string; card: { last4: string } };
    expect(method.card.last4).toBe('4242');
    expect(made.headers.get('access-control-allow-origin')).toBe('*');
    expect(await authorise(stripe, method.id)).toMatchObject({ status: 'requires_capture' });
    const refused = await getError(createClient('pk_test_browser').paymentIntents.list());
    expect(refused).toMatchObject({ statusCode: 403, code: 'secret_key_required' });
  });
});

describe('parameters', () => {
  const usd = { currency: 'usd', allowed_payment_method_types: ['card' as const] };

  it.each([
    ['a missing amount', 'currency=usd', { code: 'parameter_missing', param: 'amount' }],
    ['an amount in words', 'amount=ten&currency=usd', { code: 'parameter_invalid_integer', param: 'amount' }],
    ['a decimal amount', 'amount=10.50&currency=usd', { code: 'parameter_invalid_integer', param: 'amount' }],
    [
      'an unknown parameter',
      'amount=100&currency=usd&colour=red',
      { code: 'parameter_unknown', param: 'colour' },
    ],
    [
      'an unknown nested parameter',
      'amount=100&currency=usd&automatic_payment_methods[enabled]=true&automatic_payment_methods[x]=1',
      { code: 'parameter_unknown', param: 'automatic_payment_methods[x]' },
    ],
    [
      'the list that this version renamed',
      'amount=100&currency=usd&payment_method_types[]=card',
      {
        code: 'parameter_unknown',
        param: 'payment_method_types',
      },
    ],
    ['a wrong choice', 'amount=100&currency=usd&capture_method=later', { param: 'capture_method' }],
    [
      'a wrong address',
      'amount=100&currency=usd&receipt_email=nobody',
      { code: 'email_invalid', param: 'receipt_email' },
    ],
    ['an unknown currency', 'amount=100&currency=xxx', { param: 'currency' }],
    ['too small an amount', 'amount=49&currency=usd', { code: 'amount_too_small', param: 'amount' }],
    ['too large an amount', 'amount=100000000&currency=usd', { code: 'amount_too_large', param: 'amount' }],
    ['nothing at all', 'amount=0&currency=usd', { code: 'parameter_invalid_integer', param: 'amount' }],
    ['too small an amount of yen', 'amount=49&currency=jpy', { code: 'amount_too_small', param: 'amount' }],
    ['a part of a krona', 'amount=550&currency=isk', { code: 'parameter_invalid_integer', param: 'amount' }],
    ['a third decimal', 'amount=1005&currency=kwd', { code: 'parameter_invalid_integer', param: 'amount' }],
    [
      'confirming nothing',
      'amount=100&currency=usd&confirm=true',
      { code: 'payment_intent_unexpected_state' },
    ],
    ['off_session without confirm', 'amount=100&currency=usd&off_session=true', { param: 'off_session' }],
  ])('refuses %s', async (_what, body, expected) => {
    const { url, readLedger } = await startSandbox();
    const types =
      body.includes('payment_method_types') || body.includes('automatic')
        ? ''
        : '&allowed_payment_method_types[]=card';
    const answer = await fetch(`${url}/v1/payment_intents`, form(body + types));
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: object };
    expect(error).toMatchObject({ type: 'invalid_request_error', ...expected });
    expect((await readLedger()).payment_intents).toEqual([]);
  });

  it('takes currencies without and with three decimals in their minor unit', async () => {
    const { stripe } = await startSandbox();
    expect(await stripe.paymentIntents.create({ ...usd, amount: 500, currency: 'JPY' })).toMatchObject({
      amount: 500,
      currency: 'jpy',
    });
    expect(await stripe.paymentIntents.create({ ...usd, amount: 1010, currency: 'kwd' })).toMatchObject({
      amount: 1010,
    });
  });

  it('merges metadata, removes empty keys and refuses long ones', async () => {
    const { stripe } = await startSandbox();
    const made = await stripe.paymentIntents.create({
      ...usd,
      amount: 100,
      metadata: { booking_id: 'b1', note: 'x' },
    });
    const merged = await stripe.paymentIntents.update(made.id, { metadata: { note: '', seat: '1A' } });
    expect(merged.metadata).toEqual({ booking_id: 'b1', seat: '1A' });
    expect((await stripe.paymentIntents.update(made.id, { metadata: '' })).metadata).toEqual({});
    const long = await getError(
      stripe.paymentIntents.update(made.id, { metadata: { ['k'.repeat(41)]: 'v' } }),
    );
    expect(long.statusCode).toBe(400);
  });
});

describe('paths and bodies', () => {
  it('answers what is not there with 404', async () => {
    const { stripe, url } = await startSandbox();
    const missing = await getError(stripe.paymentIntents.retrieve('pi_nothing'));
    expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'intent' });
    expect(missing.message).toBe("No such payment_intent: 'pi_nothing'");
    const nowhere = await fetch(`${url}/v1/nowhere`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    });
    expect(nowhere.status).toBe(404);
    expect(await nowhere.text()).toContain('Unrecognized request URL (GET: /v1/nowhere)');
    for (const call of [
      stripe.refunds.retrieve('re_0'),
      stripe.charges.retrieve('ch_0'),
      stripe.events.retrieve('evt_0'),
    ]) {
      expect((await getError(call)).statusCode).toBe(404);
    }
  });

  it('wants forms, not JSON', async () => {
    const { url } = await startSandbox();
    const json = form('{"amount":100}', 'sk_test_sandbox', { 'content-type': 'application/json' });
    const answer = await fetch(`${url}/v1/payment_intents`, json);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('application/x-www-form-urlencoded');
  });

  it('answers 429 over the rate limit', async () => {
    const { createClient } = await startSandbox({ rateLimit: 3 });
    const calls = Array.from({ length: 8 }, () => createClient('sk_test_sandbox').paymentIntents.list());
    const settled = await Promise.allSettled(calls);
    const refused = settled.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.reason).toMatchObject({
      statusCode: 429,
      code: 'rate_limit',
      type: 'StripeRateLimitError',
    });
  });
});
