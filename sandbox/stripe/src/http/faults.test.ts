import { expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

it('status: replays a 500 for retries with the same key without executing the call', async () => {
  const { stripe, callControl, readLedger } = await startSandbox();
  await callControl('POST', 'faults', {
    kind: 'status',
    status: 500,
    method: 'POST',
    path: '/v1/payment_intents',
  });
  const error = await getError(authorise(stripe));
  expect(error).toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  const { requests, payment_intents } = await readLedger();
  expect(payment_intents).toEqual([]);
  expect(requests.map(({ status, replayed }) => ({ status, replayed }))).toEqual([
    { status: 500, replayed: false },
    { status: 500, replayed: true },
    { status: 500, replayed: true },
  ]);
  expect(requests[0]?.fault).toBe('status');
});

it('status: does not store a 503, so that a retry is executed', async () => {
  const { stripe, callControl, readLedger } = await startSandbox();
  await callControl('POST', 'faults', { kind: 'status', status: 503, times: 2 });
  expect((await authorise(stripe)).status).toBe('requires_capture');
  expect((await readLedger()).requests.map((request) => request.status)).toEqual([503, 503, 200]);
});

it("status: responds with the given body, and with Stripe's error for 429", async () => {
  const { createClient, callControl } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await callControl('POST', 'faults', {
    kind: 'status',
    status: 400,
    body: { error: { type: 'api_error', code: 'x' } },
  });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 400, code: 'x' });
  await callControl('POST', 'faults', { kind: 'status', status: 429 });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 429, code: 'rate_limit' });
});

it('[MONEY-27] commit_and_drop: the retry of the SDK returns the one existing authorisation', async () => {
  const { stripe, callControl, readLedger } = await startSandbox();
  await callControl('POST', 'faults', { kind: 'commit_and_drop', method: 'POST', times: 2 });
  const authorised = await authorise(stripe);
  expect(authorised.lastResponse.headers['idempotent-replayed']).toBe('true');
  const { payment_intents, requests } = await readLedger();
  expect(payment_intents.map((intent) => intent.id)).toEqual([authorised.id]);
  expect(requests.map((request) => request.status)).toEqual([null, null, 200]);
});

it('commit_late: the call fails and the authorisation is created later', async () => {
  const { createClient, callControl, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await callControl('POST', 'faults', { kind: 'commit_late', latencyMs: 300, status: 504 });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 504 });
  expect((await readLedger()).payment_intents).toEqual([]);
  await expect.poll(async () => (await readLedger()).totals.held).toBe(1);

  await callControl('POST', 'faults', { kind: 'commit_late', latencyMs: 100, times: 2 });
  expect(await getError(authorise(stripe))).toMatchObject({ type: 'StripeConnectionError' });
  await expect.poll(async () => (await readLedger()).totals.held).toBeGreaterThanOrEqual(2);
});

it.each([
  ['malformed', 'StripeAPIError', 0],
  ['commit_and_malformed', 'StripeAPIError', 1],
  ['hang', 'StripeConnectionError', 0],
  ['commit_and_hang', 'StripeConnectionError', 1],
  ['commit_and_status', 'StripeAPIError', 1],
])('%s: causes %s and %i authorisations', async (kind, type, authorisations) => {
  const { createClient, callControl, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0, timeout: 300 });
  await callControl('POST', 'faults', { kind, path: '^/v1/payment_intents$' });
  expect((await getError(authorise(stripe))).type).toBe(type);
  const { requests, totals } = await readLedger();
  expect(requests).toMatchObject([{ fault: kind }]);
  expect(totals.held).toBe(authorisations);
});

it('drop: the call is not executed, and the retry of the SDK executes it once', async () => {
  const { stripe, callControl, readLedger } = await startSandbox();
  await callControl('POST', 'faults', { kind: 'drop' });
  const authorised = await authorise(stripe);
  expect(authorised.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect((await readLedger()).totals.held).toBe(1);
});

it('latency: delays the response', async () => {
  const { stripe, callControl } = await startSandbox();
  await callControl('POST', 'faults', { kind: 'latency', latencyMs: 250 });
  const startedAt = performance.now();
  await authorise(stripe);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(245);
});

it('applies only to matching calls, after the number of calls to skip, for the given number of times', async () => {
  const { createClient, callControl, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await callControl('POST', 'faults', {
    kind: 'status',
    status: 503,
    method: 'post',
    path: '/capture$',
    after: 1,
  });
  const [first, second, third] = [await authorise(stripe), await authorise(stripe), await authorise(stripe)];
  await stripe.paymentIntents.capture(first.id);
  expect(await getError(stripe.paymentIntents.capture(second.id))).toMatchObject({ statusCode: 503 });
  await stripe.paymentIntents.capture(third.id);
  expect((await readLedger()).totals).toMatchObject({ captured: 2, held: 1 });
});

it('removes faults and rejects unknown kinds and invalid patterns', async () => {
  const { stripe, callControl } = await startSandbox();
  await callControl('POST', 'faults', { kind: 'hang', times: 5 });
  await callControl('DELETE', 'faults');
  expect((await authorise(stripe)).status).toBe('requires_capture');
  await expect(callControl('POST', 'faults', { kind: 'unknown' })).rejects.toThrow('kind');
  await expect(callControl('POST', 'faults', { kind: 'hang', path: '(' })).rejects.toThrow(
    'regular expression',
  );
});
