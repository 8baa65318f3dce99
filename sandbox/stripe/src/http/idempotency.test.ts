import { expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';
import { createFingerprint } from './idempotency.ts';

it('[MONEY-27] returns the first response for a repeated call and executes it once', async () => {
  const { stripe, readLedger } = await startSandbox();
  const create = () =>
    stripe.paymentIntents.create(
      { amount: 900, currency: 'usd', allowed_payment_method_types: ['card'] },
      { idempotencyKey: 'once' },
    );
  const first = await create();
  const second = await create();
  expect(second.id).toBe(first.id);
  expect(second.client_secret).toBe(first.client_secret);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
  expect((await readLedger()).payment_intents).toHaveLength(1);
});

it('rejects a key that is reused with other parameters or for another path', async () => {
  const { stripe } = await startSandbox();
  const authorised = await authorise(stripe);
  const options = { idempotencyKey: 'step' };
  await stripe.paymentIntents.capture(authorised.id, {}, options);
  const parameterError = await getError(
    stripe.paymentIntents.capture(authorised.id, { expand: ['latest_charge'] }, options),
  );
  expect(parameterError).toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
    rawType: 'idempotency_error',
  });
  const pathError = await getError(stripe.paymentIntents.cancel(authorised.id, {}, options));
  expect(pathError).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  expect((await stripe.paymentIntents.retrieve(authorised.id)).amount_received).toBe(12_050);
});

it('stores a decline, but not the error for invalid parameters', async () => {
  const { stripe, readLedger } = await startSandbox();
  const createDeclined = () =>
    getError(
      stripe.paymentIntents.create(
        {
          amount: 900,
          currency: 'usd',
          confirm: true,
          payment_method: 'pm_card_chargeDeclined',
          allowed_payment_method_types: ['card'],
        },
        { idempotencyKey: 'declined' },
      ),
    );
  const first = await createDeclined();
  const second = await createDeclined();
  expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
  expect((await readLedger()).payment_intents).toHaveLength(1);

  const options = { idempotencyKey: 'corrected' };
  const params = { currency: 'usd', allowed_payment_method_types: ['card' as const] };
  expect(await getError(stripe.paymentIntents.create({ ...params, amount: 1 }, options))).toMatchObject({
    code: 'amount_too_small',
  });
  expect((await stripe.paymentIntents.create({ ...params, amount: 100 }, options)).amount).toBe(100);
});

it('expires a key after 24 hours', async () => {
  const { stripe, callControl } = await startSandbox();
  const create = () =>
    stripe.paymentIntents.create(
      { amount: 900, currency: 'usd', allowed_payment_method_types: ['card'] },
      { idempotencyKey: 'daily' },
    );
  const first = await create();
  await callControl('POST', 'clock', { advanceMs: 23 * 3600_000 });
  expect((await create()).id).toBe(first.id);
  await callControl('POST', 'clock', { advanceMs: 3600_000 + 1000 });
  expect((await create()).id).not.toBe(first.id);
});

it('separates the keys of test mode and live mode', async () => {
  const { stripe, createClient } = await startSandbox();
  const params = { amount: 900, currency: 'usd', allowed_payment_method_types: ['card' as const] };
  const testIntent = await stripe.paymentIntents.create(params, { idempotencyKey: 'same' });
  const liveIntent = await createClient('sk_live_sandbox').paymentIntents.create(params, {
    idempotencyKey: 'same',
  });
  expect(liveIntent.id).not.toBe(testIntent.id);
});

it('returns 409 while the first call with the key is in progress', async () => {
  const { createClient, addFault, readLedger } = await startSandbox();
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0 });
  await addFault({ kind: 'latency', latencyMs: 400, method: 'POST' });
  const create = () =>
    stripe.paymentIntents.create(
      { amount: 900, currency: 'usd', allowed_payment_method_types: ['card'] },
      { idempotencyKey: 'concurrent' },
    );
  const first = create();
  await expect.poll(async () => (await readLedger()).requests).toMatchObject([{ fault: 'latency' }]);
  const second = await getError(create());
  expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  expect((await first).status).toBe('requires_payment_method');
  expect((await readLedger()).payment_intents).toHaveLength(1);
});

it('uses only the last four digits of a card number for the fingerprint', () => {
  const card = (number: string, cvc: string) => ({ payment_method_data: { card: { number, cvc } } });
  const path = 'POST /v1/payment_intents';
  const first = createFingerprint(path, card('4242424242424242', '123'));
  expect(createFingerprint(path, card('4000056655664242', '456'))).toBe(first);
  expect(createFingerprint(path, card('4000056655665556', '123'))).not.toBe(first);
});
