import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Stripe from 'stripe';
import { expect, it, onTestFinished } from 'vitest';

import { PUBLISHED } from '../conformance/published-keys.ts';
import { authorise, getError, startSandbox } from '../testing/harness.ts';

const SECRET = 'whsec_test';

/** Starts a receiver that verifies every signature with the SDK. It responds with `statuses` in order, then with 200. */
async function startReceiver(statuses: number[] = []) {
  const events: Stripe.Event[] = [];
  const signatureErrors: unknown[] = [];
  const stripe = new Stripe('sk_test_receiver');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        const signature = String(request.headers['stripe-signature']);
        events.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, SECRET));
      } catch (error) {
        signatureErrors.push(error);
      }
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, events, signatureErrors };
}

const listSortedTypes = (events: Stripe.Event[]) => events.map((event) => event.type).sort();

it('[PROVIDER-45] sends an event for every step with a signature that the SDK accepts', async () => {
  const receiver = await startReceiver();
  const { stripe } = await startSandbox({ webhookUrl: receiver.url, webhookSecret: SECRET });
  const authorised = await authorise(stripe);
  await stripe.paymentIntents.capture(authorised.id);
  await stripe.refunds.create({ payment_intent: authorised.id });
  await getError(authorise(stripe, 'pm_card_chargeDeclined'));
  const challenged = await authorise(stripe, 'pm_card_threeDSecure2Required');
  await stripe.paymentIntents.cancel(challenged.id);
  const expected = [
    ...['charge.captured', 'charge.failed', 'charge.refunded', 'charge.succeeded'],
    ...['payment_intent.amount_capturable_updated', 'payment_intent.canceled'],
    ...['payment_intent.created', 'payment_intent.created', 'payment_intent.created'],
    ...[
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'payment_intent.succeeded',
      'refund.created',
    ],
  ];
  await expect.poll(() => listSortedTypes(receiver.events)).toEqual(expected);
  expect(receiver.signatureErrors).toEqual([]);
  for (const event of receiver.events)
    expect(Object.keys(event)).toEqual(expect.arrayContaining(PUBLISHED.event));
  const succeeded = receiver.events.find((event) => event.type === 'payment_intent.succeeded');
  expect(succeeded?.data.object).toMatchObject({
    id: authorised.id,
    status: 'succeeded',
    amount_received: 12_050,
  });
});

it('retries the delivery until the receiver responds with 2xx', async () => {
  const receiver = await startReceiver([500, 404]);
  const options = { webhookUrl: receiver.url, webhookSecret: SECRET, webhookRetryMs: [10, 10, 10] };
  const { stripe } = await startSandbox(options);
  await stripe.paymentIntents.create({
    amount: 100,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  await expect.poll(() => receiver.events.length).toBe(3);
  expect(new Set(receiver.events.map((event) => event.id)).size).toBe(1);
});

it('delivers an event after a restart if the receiver has not accepted it before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const receiver = await startReceiver([503]);
  const options = {
    webhookUrl: receiver.url,
    webhookSecret: SECRET,
    webhookRetryMs: [60_000],
    stateFile: join(folder, 'state.jsonl'),
  };
  const params = { amount: 100, currency: 'usd', allowed_payment_method_types: ['card' as const] };
  const first = await startSandbox(options);
  const { id } = await first.stripe.paymentIntents.create(params);
  await expect.poll(() => receiver.events.length).toBe(1);
  await first.close();
  const second = await startSandbox(options);
  await expect.poll(() => receiver.events.length).toBe(2);
  expect(receiver.events[1]).toMatchObject({ id: receiver.events[0]?.id, data: { object: { id } } });
  await second.close();
  const third = await startSandbox(options);
  const { id: otherId } = await third.stripe.paymentIntents.create(params);
  await expect.poll(() => receiver.events.length).toBe(3);
  expect(receiver.events[2]).toMatchObject({ data: { object: { id: otherId } } });
});
