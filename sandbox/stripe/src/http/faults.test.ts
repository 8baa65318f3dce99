import { expect, it } from 'vitest';

import { authorise, getError, listUncaptured, startSandbox } from '../testing/harness.ts';

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

it('commit_late: the call fails and the authorisation is created later', async () => {
  const { createClient, addFault, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await addFault({ kind: 'commit_late', delayMs: 300, status: 504 });
  expect(await getError(authorise(stripe))).toMatchObject({ statusCode: 504 });
  expect((await readLedger()).payment_intents).toEqual([]);
  await expect.poll(async () => listUncaptured(await readLedger())).toHaveLength(1);

  // The SDK repeats a call once whose connection is closed, also without retries.
  await addFault({ kind: 'commit_late', delayMs: 100, times: 2 });
  expect(await getError(authorise(stripe))).toMatchObject({ type: 'StripeConnectionError' });
  await expect.poll(async () => listUncaptured(await readLedger()).length).toBeGreaterThanOrEqual(2);
});

it.each([
  ['malformed', 'StripeAPIError', 0],
  ['commit_and_malformed', 'StripeAPIError', 1],
  ['hang', 'StripeConnectionError', 0],
  ['commit_and_hang', 'StripeConnectionError', 1],
  ['commit_and_status', 'StripeAPIError', 1],
])('%s: causes %s and %i authorisations', async (kind, type, authorisations) => {
  const { createClient, addFault, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0, timeout: 300 });
  await addFault({ kind, path: '^/v1/payment_intents$' });
  expect((await getError(authorise(stripe))).type).toBe(type);
  const ledger = await readLedger();
  expect(ledger.requests).toMatchObject([{ fault: kind }]);
  expect(listUncaptured(ledger)).toHaveLength(authorisations);
});

it('drop: the call is not executed, and the retry of the SDK executes it once', async () => {
  const { stripe, addFault, readLedger } = await startSandbox();
  await addFault({ kind: 'drop' });
  const authorised = await authorise(stripe);
  expect(authorised.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(listUncaptured(await readLedger())).toHaveLength(1);
});
