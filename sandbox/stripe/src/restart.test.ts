import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

import Stripe from 'stripe';
import { expect, it, onTestFinished } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

function createStateFilePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'deep', 'state.jsonl');
}

it('keeps authorisations, refunds, idempotency keys and the clock over a restart', async () => {
  const file = createStateFilePath();
  const before = await startSandbox({ stateFile: file });
  await before.callControl('POST', 'clock', { advanceMs: 3600_000 });
  const authorised = await authorise(before.stripe, 'pm_card_visa', { metadata: { booking_id: 'b1' } });
  const captured = await authorise(before.stripe);
  await before.stripe.paymentIntents.capture(captured.id, {}, { idempotencyKey: 'capture' });
  const refund = await before.stripe.refunds.create({ payment_intent: captured.id, amount: 50 });
  const ledger = await before.readLedger();
  await before.close();

  const after = await startSandbox({ stateFile: file });
  expect(await after.readLedger()).toEqual(ledger);
  expect(await after.stripe.paymentIntents.retrieve(authorised.id)).toMatchObject({
    status: 'requires_capture',
  });
  expect((await after.stripe.refunds.list()).data.map(({ id }) => id)).toEqual([refund.id]);
  const repeated = await after.stripe.paymentIntents.capture(captured.id, {}, { idempotencyKey: 'capture' });
  expect(repeated.lastResponse.headers['idempotent-replayed']).toBe('true');
  const next = await authorise(after.stripe);
  expect(next.created).toBeGreaterThanOrEqual(authorised.created);
});

it('has executed calls on disk even if no response was sent', async () => {
  const file = createStateFilePath();
  const { createClient, callControl, readLedger } = await startSandbox({ stateFile: file });
  await callControl('POST', 'faults', { kind: 'commit_and_hang' });
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0, timeout: 300 });
  await getError(authorise(stripe));
  const { payment_intents } = await readLedger();
  copyFileSync(file, `${file}.copy`);
  const after = await startSandbox({ stateFile: `${file}.copy` });
  expect(payment_intents).toHaveLength(1);
  expect((await after.readLedger()).payment_intents).toEqual(payment_intents);
});

it('ignores an incomplete last line of the state file', async () => {
  const file = createStateFilePath();
  const before = await startSandbox({ stateFile: file });
  const authorised = await authorise(before.stripe);
  await before.close();
  appendFileSync(file, '[["payment_intents","pi_torn",{"id":');
  const between = await startSandbox({ stateFile: file });
  const second = await authorise(between.stripe);
  await between.close();
  const after = await startSandbox({ stateFile: file });
  expect((await after.readLedger()).payment_intents.map(({ id }) => id)).toEqual([authorised.id, second.id]);
});

it('[MONEY-22] has an authorisation on disk before its response, so it survives a kill right after it', async () => {
  const file = createStateFilePath();
  const mainPath = join(import.meta.dirname, '..', 'main.ts');
  const child = spawn(process.execPath, [mainPath], { env: { ...process.env, PORT: '0', STATE_FILE: file } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const url = /http:\S+/.exec(output)?.[0];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`exited before it was listening: ${output}`)));
  });
  const { hostname: host, port } = new URL(address);
  const authorised = await authorise(
    new Stripe('sk_test_sandbox', { host, port: Number(port), protocol: 'http' }),
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  const after = await startSandbox({ stateFile: file });
  expect(await after.stripe.paymentIntents.retrieve(authorised.id)).toMatchObject({
    status: 'requires_capture',
  });
});

it('clears its state on reset', async () => {
  const file = createStateFilePath();
  const before = await startSandbox({ stateFile: file });
  await authorise(before.stripe);
  await before.callControl('POST', 'faults', { kind: 'hang' });
  await before.callControl('POST', 'reset');
  expect(await before.readLedger()).toMatchObject({ payment_intents: [], requests: [] });
  await authorise(before.stripe);
  await before.close();
  const after = await startSandbox({ stateFile: file });
  expect((await after.readLedger()).payment_intents).toHaveLength(1);
});
