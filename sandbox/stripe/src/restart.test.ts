import { createStateFilePath, startProgram } from '@fareline/sandbox-kit/testing';
import { expect, it } from 'vitest';

import { authorise, createStripeClient, startSandbox } from './testing/harness.ts';

it('keeps authorisations, refunds, idempotency keys and the clock over a restart', async () => {
  const file = createStateFilePath();
  const before = await startSandbox({ stateFile: file });
  await before.callControl('POST', 'clock', { advanceMs: 3600_000 });
  const authorised = await authorise(before.stripe, 'pm_card_visa', { metadata: { booking_id: 'b1' } });
  const captured = await authorise(before.stripe);
  await before.stripe.paymentIntents.capture(captured.id, {}, { idempotencyKey: 'capture' });
  const refund = await before.stripe.refunds.create({ payment_intent: captured.id, amount: 50 });
  const { payment_intents, refunds } = await before.readLedger();
  await before.close();

  const after = await startSandbox({ stateFile: file });
  expect(await after.readLedger()).toMatchObject({ payment_intents, refunds });
  expect(await after.stripe.paymentIntents.retrieve(authorised.id)).toMatchObject({
    status: 'requires_capture',
  });
  expect((await after.stripe.refunds.list()).data.map(({ id }) => id)).toEqual([refund.id]);
  const repeated = await after.stripe.paymentIntents.capture(captured.id, {}, { idempotencyKey: 'capture' });
  expect(repeated.lastResponse.headers['idempotent-replayed']).toBe('true');
  const next = await authorise(after.stripe);
  expect(next.created).toBeGreaterThanOrEqual(authorised.created);
});

it('[MONEY-22] has an authorisation on disk before its response, so it survives a kill right after it', async () => {
  const file = createStateFilePath();
  const program = await startProgram(new URL('./main.ts', import.meta.url), { STATE_FILE: file });
  const authorised = await authorise(createStripeClient(program.url));
  await program.kill();
  const after = await startSandbox({ stateFile: file });
  expect(await after.stripe.paymentIntents.retrieve(authorised.id)).toMatchObject({
    status: 'requires_capture',
  });
});
