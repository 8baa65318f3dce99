import { expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

it('status: replays a 500 for retries with the same key without executing the call', async () => {
  const { stripe, addFault, readLedger } = await startSandbox();
  await addFault({
    kind: 'status',
    status: 500,
    method: 'POST',
    path: '/v1/payment_intents',
  });
  const error = await getError(authorise(stripe));
  expect(error).toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  expect(error.headers).toMatchObject({ 'idempotent-replayed': 'true' });
  const { requests, payment_intents } = await readLedger();
  expect(payment_intents).toEqual([]);
  expect(requests.map(({ status, fault }) => ({ status, fault }))).toEqual([
    { status: 500, fault: 'status' },
    { status: 500 },
    { status: 500 },
  ]);
});

it('status: does not store a 503, so that a retry is executed', async () => {
  const { stripe, addFault, readLedger } = await startSandbox();
  await addFault({ kind: 'status', status: 503, times: 2 });
  expect((await authorise(stripe)).status).toBe('requires_capture');
  expect((await readLedger()).requests.map((request) => request.status)).toEqual([503, 503, 200]);
});

it("status: responds with the given body, and with Stripe's error for 429", async () => {
  const { createClient, addFault } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await addFault({
    kind: 'status',
    status: 400,
    body: { error: { type: 'api_error', code: 'x' } },
  });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 400, code: 'x' });
  await addFault({ kind: 'status', status: 429 });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 429, code: 'rate_limit' });
});

it('[MONEY-27] commit_and_drop: the retry of the SDK returns the one existing authorisation', async () => {
  const { stripe, addFault, readLedger } = await startSandbox();
  await addFault({ kind: 'commit_and_drop', method: 'POST', times: 2 });
  const authorised = await authorise(stripe);
  expect(authorised.lastResponse.headers['idempotent-replayed']).toBe('true');
  const { payment_intents, requests } = await readLedger();
  expect(payment_intents.map((intent) => intent.id)).toEqual([authorised.id]);
  expect(requests.map((request) => request.status)).toEqual([null, null, 200]);
});

it.each([
  ['capture', '/v1/payment_intents/.*/capture', { status: 'succeeded', amount_refunded: 0 }],
  ['cancel', '/v1/payment_intents/.*/cancel', { status: 'canceled', amount_refunded: 0 }],
  ['refund', '/v1/refunds', { status: 'succeeded', amount_refunded: 12_050 }],
] as const)(
  'commit_late: a lost %s is executed later; its key gets 409 until then, afterwards its response',
  async (name, path, executed) => {
    const { createClient, addFault, readLedger } = await startSandbox();
    const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
    const { id } = await authorise(stripe);
    if (name === 'refund') await stripe.paymentIntents.capture(id);
    const [before] = (await readLedger()).payment_intents;
    const call = (idempotencyKey: string): Promise<{ lastResponse: { headers: Record<string, string> } }> =>
      name === 'refund'
        ? stripe.refunds.create({ payment_intent: id }, { idempotencyKey })
        : stripe.paymentIntents[name](id, {}, { idempotencyKey });
    await addFault({ kind: 'commit_late', status: 0, delayMs: 2000, method: 'POST', path });
    await addFault({ kind: 'status', status: 503, method: 'POST', path });
    // The SDK repeats a call once whose connection was closed.
    expect(await getError(call('first'))).toMatchObject({
      statusCode: 409,
      rawType: 'idempotency_error',
      code: 'idempotency_key_in_use',
    });
    expect((await getError(call('other'))).statusCode).toBe(503);
    const { requests, payment_intents } = await readLedger();
    expect(requests.slice(-3).map(({ fault }) => fault)).toEqual(['commit_late', undefined, 'status']);
    expect(payment_intents).toEqual([before]);
    await expect
      .poll(async () => (await readLedger()).payment_intents, { timeout: 5_000 })
      .toMatchObject([executed]);
    expect((await call('first')).lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await readLedger()).payment_intents).toMatchObject([executed]);
  },
);

it.each([
  [
    { status: 500, body: { error: { type: 'api_error' } } },
    'application/json; charset=utf-8',
    '{"error":{"type":"api_error"}}',
  ],
  [{ status: 502, body: '<h1>Bad gateway</h1>' }, 'text/html', '<h1>Bad gateway</h1>'],
])('commit_late: responds with any status and body: %j', async (fault, contentType, body) => {
  const { stripe, url, addFault, readLedger } = await startSandbox();
  const { id } = await authorise(stripe);
  await addFault({ kind: 'commit_late', delayMs: 1000, ...fault });
  const response = await fetch(`${url}/v1/payment_intents/${id}/capture`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox', 'idempotency-key': 'a' },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([fault.status, contentType]);
  expect((await response.text()).replaceAll(/\s*\n\s*|(?<=:) /g, '')).toBe(body);
  const readStatus = async () => (await readLedger()).payment_intents[0]?.status;
  expect(await readStatus()).toBe('requires_capture');
  await expect.poll(readStatus, { timeout: 5_000 }).toBe('succeeded');
});
