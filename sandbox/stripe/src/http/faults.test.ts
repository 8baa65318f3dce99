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
