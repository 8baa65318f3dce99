import { expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

it('replays a 500 to the retries of its key, and nothing was done', async () => {
  const { stripe, control, readLedger } = await startSandbox();
  await control('POST', 'faults', {
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

it('does not remember a 503, so that a retry gets through', async () => {
  const { stripe, control, readLedger } = await startSandbox();
  await control('POST', 'faults', { kind: 'status', status: 503, times: 2 });
  expect((await authorise(stripe)).status).toBe('requires_capture');
  expect((await readLedger()).requests.map((request) => request.status)).toEqual([503, 503, 200]);
});

it('answers a status with the body that was asked for, 429 with its own', async () => {
  const { createClient, control } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await control('POST', 'faults', {
    kind: 'status',
    status: 400,
    body: { error: { type: 'api_error', code: 'x' } },
  });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 400, code: 'x' });
  await control('POST', 'faults', { kind: 'status', status: 429 });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 429, code: 'rate_limit' });
});

it('[MONEY-27] commits and loses the answer: the retry of the SDK finds one hold', async () => {
  const { stripe, control, readLedger } = await startSandbox();
  await control('POST', 'faults', { kind: 'commit_and_drop', method: 'POST', times: 2 });
  const held = await authorise(stripe);
  expect(held.lastResponse.headers['idempotent-replayed']).toBe('true');
  const { payment_intents, requests } = await readLedger();
  expect(payment_intents.map((intent) => intent.id)).toEqual([held.id]);
  expect(requests.map((request) => request.status)).toEqual([null, null, 200]);
});

it('commits late: the caller hears nothing, the hold appears afterwards', async () => {
  const { createClient, control, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await control('POST', 'faults', { kind: 'commit_late', latencyMs: 300, status: 504 });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 504 });
  expect((await readLedger()).payment_intents).toEqual([]);
  await expect.poll(async () => (await readLedger()).totals.held).toBe(1);

  await control('POST', 'faults', { kind: 'commit_late', latencyMs: 100, times: 2 });
  expect(await getError(authorise(stripe))).toMatchObject({ type: 'StripeConnectionError' });
  await expect.poll(async () => (await readLedger()).totals.held).toBeGreaterThanOrEqual(2);
});

it.each([
  ['malformed', 'StripeAPIError', 0],
  ['commit_and_malformed', 'StripeAPIError', 1],
  ['hang', 'StripeConnectionError', 0],
  ['commit_and_hang', 'StripeConnectionError', 1],
  ['commit_and_status', 'StripeAPIError', 1],
])('%s ends in %s with %i holds', async (kind, type, held) => {
  const { createClient, control, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0, timeout: 300 });
  await control('POST', 'faults', { kind, path: '^/v1/payment_intents$' });
  expect((await getError(authorise(stripe))).type).toBe(type);
  const { requests, totals } = await readLedger();
  expect(requests).toMatchObject([{ fault: kind }]);
  expect(totals.held).toBe(held);
});

it('drops a call without doing it: the retry of the SDK does it once', async () => {
  const { stripe, control, readLedger } = await startSandbox();
  await control('POST', 'faults', { kind: 'drop' });
  const held = await authorise(stripe);
  expect(held.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect((await readLedger()).totals.held).toBe(1);
});

it('answers late', async () => {
  const { stripe, control } = await startSandbox();
  await control('POST', 'faults', { kind: 'latency', latencyMs: 250 });
  const before = performance.now();
  await authorise(stripe);
  expect(performance.now() - before).toBeGreaterThanOrEqual(245);
});

it('hits only the calls that match, after those to let pass, as often as asked', async () => {
  const { createClient, control, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await control('POST', 'faults', {
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

it('takes faults back and refuses those that it does not know', async () => {
  const { stripe, control } = await startSandbox();
  await control('POST', 'faults', { kind: 'hang', times: 5 });
  expect(await control('GET', 'faults')).toMatchObject({ faults: [{ kind: 'hang', times: 5 }] });
  await control('DELETE', 'faults');
  expect((await authorise(stripe)).status).toBe('requires_capture');
  await expect(control('POST', 'faults', { kind: 'explode' })).rejects.toThrow('kind');
  await expect(control('POST', 'faults', { kind: 'hang', path: '(' })).rejects.toThrow('regular expression');
});
