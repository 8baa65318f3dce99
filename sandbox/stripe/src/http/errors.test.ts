import { describe, expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

const buildFormRequest = (body: string, key = 'sk_test_sandbox', headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${key}`,
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  },
  body,
});

describe('API keys', () => {
  it('are required, and a malformed key is rejected with 401', async () => {
    const { url, createClient } = await startSandbox();
    const noKeyResponse = await fetch(`${url}/v1/payment_intents`);
    expect(noKeyResponse.status).toBe(401);
    expect(await noKeyResponse.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    const wrongKeyError = await getError(createClient('xx_test_unknown_key_1234').paymentIntents.list());
    expect(wrongKeyError).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
    expect(wrongKeyError.message).toContain('Invalid API Key provided: xx_test_');
    expect(wrongKeyError.message).not.toContain('unknown');
    expect((await createClient('sk_test_sandbox').paymentIntents.list()).data).toEqual([]);
  });

  it('separate test mode from live mode', async () => {
    const { stripe, createClient } = await startSandbox();
    const testIntent = await authorise(stripe);
    const liveClient = createClient('sk_live_sandbox');
    const error = await getError(liveClient.paymentIntents.retrieve(testIntent.id));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    expect(error.message).toContain('a similar object exists in test mode');
    expect((await liveClient.paymentIntents.list()).data).toEqual([]);
    expect(await authorise(liveClient)).toMatchObject({ livemode: true });
  });
});

describe('parameters', () => {
  const params = { currency: 'usd', allowed_payment_method_types: ['card' as const] };

  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040' };
  const cardData = [
    'payment_method_data[type]=card',
    ...Object.entries(card).map(([name, value]) => `payment_method_data[card][${name}]=${value}`),
  ].join('&');

  it.each([
    ['a missing amount', 'currency=usd', { code: 'parameter_missing', param: 'amount' }],
    [
      'an amount that is not a number',
      'amount=ten&currency=usd',
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    ['a decimal amount', 'amount=10.50&currency=usd', { code: 'parameter_invalid_integer', param: 'amount' }],
    [
      'an unknown parameter',
      'amount=100&currency=usd&colour=red',
      { code: 'parameter_unknown', param: 'colour' },
    ],
    [
      'an unknown nested parameter',
      `amount=100&currency=usd&${cardData}&payment_method_data[x]=1`,
      { code: 'parameter_unknown', param: 'payment_method_data[x]' },
    ],
    [
      'a parameter that this API version does not have',
      'amount=100&currency=usd&payment_method_types[]=card',
      {
        code: 'parameter_unknown',
        param: 'payment_method_types',
      },
    ],
    ['an invalid enum value', 'amount=100&currency=usd&capture_method=later', { param: 'capture_method' }],
    ['an unknown currency', 'amount=100&currency=xxx', { param: 'currency' }],
    ['an amount below the minimum', 'amount=49&currency=usd', { code: 'amount_too_small', param: 'amount' }],
    [
      'an amount above the maximum',
      'amount=100000000&currency=usd',
      { code: 'amount_too_large', param: 'amount' },
    ],
    ['an amount of zero', 'amount=0&currency=usd', { code: 'parameter_invalid_integer', param: 'amount' }],
    [
      'an amount below the minimum in yen',
      'amount=49&currency=jpy',
      { code: 'amount_too_small', param: 'amount' },
    ],
    [
      'an amount with decimals in Icelandic krona',
      'amount=550&currency=isk',
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      'an amount with a third decimal in dinar',
      'amount=1005&currency=kwd',
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      'confirm without a payment method',
      'amount=100&currency=usd&confirm=true',
      { code: 'payment_intent_unexpected_state' },
    ],
  ])('are rejected for %s', async (_case, body, expected) => {
    const { url, readLedger } = await startSandbox();
    const types = body.includes('payment_method_types') ? '' : '&allowed_payment_method_types[]=card';
    const response = await fetch(`${url}/v1/payment_intents`, buildFormRequest(body + types));
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: object };
    expect(error).toMatchObject({ type: 'invalid_request_error', ...expected });
    expect((await readLedger()).payment_intents).toEqual([]);
  });

  it('accept amounts in currencies with zero and three decimals', async () => {
    const { stripe } = await startSandbox();
    expect(await stripe.paymentIntents.create({ ...params, amount: 500, currency: 'JPY' })).toMatchObject({
      amount: 500,
      currency: 'jpy',
    });
    expect(await stripe.paymentIntents.create({ ...params, amount: 1010, currency: 'kwd' })).toMatchObject({
      amount: 1010,
    });
  });

  it('reject long keys of metadata', async () => {
    const { stripe } = await startSandbox();
    const error = await getError(authorise(stripe, 'pm_card_visa', { metadata: { ['k'.repeat(41)]: 'v' } }));
    expect(error.statusCode).toBe(400);
  });
});

describe('paths and bodies', () => {
  it('return 404 for unknown objects and paths', async () => {
    const { stripe, url } = await startSandbox();
    const error = await getError(stripe.paymentIntents.retrieve('pi_nothing'));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'intent' });
    expect(error.message).toBe("No such payment_intent: 'pi_nothing'");
    const unknownPath = await fetch(`${url}/v1/nowhere`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    });
    expect(unknownPath.status).toBe(404);
    expect(await unknownPath.text()).toContain('Unrecognized request URL (GET: /v1/nowhere)');
  });

  it('return 400 for a JSON body', async () => {
    const { url } = await startSandbox();
    const json = buildFormRequest('{"amount":100}', 'sk_test_sandbox', {
      'content-type': 'application/json',
    });
    const response = await fetch(`${url}/v1/payment_intents`, json);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('application/x-www-form-urlencoded');
  });
});
