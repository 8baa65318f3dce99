import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

import Stripe from 'stripe';
import { expect, it, onTestFinished } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'deep', 'state.jsonl');
}

it('keeps holds, refunds, keys and the clock over a restart', async () => {
  const file = stateFile();
  const before = await startSandbox({ stateFile: file });
  await before.control('POST', 'clock', { advanceMs: 3600_000 });
  const held = await authorise(before.stripe, 'pm_card_visa', { metadata: { booking_id: 'b1' } });
  const paid = await authorise(before.stripe);
  await before.stripe.paymentIntents.capture(paid.id, {}, { idempotencyKey: 'capture' });
  const refund = await before.stripe.refunds.create({ payment_intent: paid.id, amount: 50 });
  const books = await before.readLedger();
  await before.close();

  const after = await startSandbox({ stateFile: file });
  expect(await after.readLedger()).toEqual(books);
  expect(await after.stripe.paymentIntents.retrieve(held.id)).toMatchObject({ status: 'requires_capture' });
  expect((await after.stripe.refunds.list()).data.map(({ id }) => id)).toEqual([refund.id]);
  const repeat = await after.stripe.paymentIntents.capture(paid.id, {}, { idempotencyKey: 'capture' });
  expect(repeat.lastResponse.headers['idempotent-replayed']).toBe('true');
  const next = await authorise(after.stripe);
  expect(next.created).toBeGreaterThanOrEqual(held.created);
});

it('has on disk what it did without answering', async () => {
  const file = stateFile();
  const { createClient, control, readLedger } = await startSandbox({ stateFile: file });
  await control('POST', 'faults', { kind: 'commit_and_hang' });
  const stripe = createClient('sk_test_sandbox', { maxNetworkRetries: 0, timeout: 300 });
  await getError(authorise(stripe));
  const { payment_intents } = await readLedger();
  copyFileSync(file, `${file}.copy`);
  const after = await startSandbox({ stateFile: `${file}.copy` });
  expect(payment_intents).toHaveLength(1);
  expect((await after.readLedger()).payment_intents).toEqual(payment_intents);
});

it('drops a torn last line and goes on', async () => {
  const file = stateFile();
  const before = await startSandbox({ stateFile: file });
  const held = await authorise(before.stripe);
  await before.close();
  appendFileSync(file, '[["payment_intents","pi_torn",{"id":');
  const between = await startSandbox({ stateFile: file });
  const second = await authorise(between.stripe);
  await between.close();
  const after = await startSandbox({ stateFile: file });
  expect((await after.readLedger()).payment_intents.map(({ id }) => id)).toEqual([held.id, second.id]);
});

it('[MONEY-22] has a hold on disk before it answers: killed at once, it is still there', async () => {
  const file = stateFile();
  const main = join(import.meta.dirname, '..', 'main.ts');
  const child = spawn(process.execPath, [main], { env: { ...process.env, PORT: '0', STATE_FILE: file } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk);
      const url = /http:\S+/.exec(said)?.[0];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`ended early: ${said}`)));
  });
  const { hostname: host, port } = new URL(address);
  const held = await authorise(new Stripe('sk_test_sandbox', { host, port: Number(port), protocol: 'http' }));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  const after = await startSandbox({ stateFile: file });
  expect(await after.stripe.paymentIntents.retrieve(held.id)).toMatchObject({ status: 'requires_capture' });
});

it('forgets everything on request', async () => {
  const file = stateFile();
  const before = await startSandbox({ stateFile: file });
  await authorise(before.stripe);
  await before.control('POST', 'faults', { kind: 'hang' });
  await before.control('POST', 'reset');
  expect(await before.readLedger()).toMatchObject({ payment_intents: [], requests: [] });
  await authorise(before.stripe);
  await before.close();
  const after = await startSandbox({ stateFile: file });
  expect((await after.readLedger()).payment_intents).toHaveLength(1);
  expect(await after.control('GET', 'health')).toMatchObject({ status: 'ok' });
});
