import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Stripe from 'stripe';
import { expect, it, onTestFinished } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

const SECRET = 'whsec_test';

/** A receiver that checks every signature with the SDK; `statuses` are its answers in turn, then 200. */
async function receiver(statuses: number[] = []) {
  const events: Stripe.Event[] = [];
  const forged: unknown[] = [];
  const stripe = new Stripe('sk_test_receiver');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        const signature = String(request.headers['stripe-signature']);
        events.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, SECRET));
      } catch (error) {
        forged.push(error);
      }
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, events, forged };
}

const types = (events: Stripe.Event[]) => events.map((event) => event.type).sort();

it('[PROVIDER-45] tells every step with a signature that the SDK accepts', async () => {
  const hook = await receiver();
  const { stripe } = await startSandbox({ webhookUrl: hook.url, webhookSecret: SECRET });
  const held = await authorise(stripe);
  await stripe.paymentIntents.capture(held.id);
  await stripe.refunds.create({ payment_intent: held.id });
  await getError(authorise(stripe, 'pm_card_chargeDeclined'));
  const asked = await authorise(stripe, 'pm_card_threeDSecure2Required');
  await stripe.paymentIntents.cancel(asked.id);
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
  await expect.poll(() => types(hook.events)).toEqual(expected);
  expect(hook.forged).toEqual([]);
  const succeeded = hook.events.find((event) => event.type === 'payment_intent.succeeded');
  expect(succeeded?.data.object).toMatchObject({ id: held.id, status: 'succeeded', amount_received: 12_050 });
  const listed = await stripe.events.list({ limit: 100 });
  expect(types(listed.data)).toEqual(expected);
});

it('tries again until the receiver takes it', async () => {
  const hook = await receiver([500, 404]);
  const options = { webhookUrl: hook.url, webhookSecret: SECRET, webhookRetryMs: [10, 10, 10] };
  const { stripe } = await startSandbox(options);
  await stripe.paymentIntents.create({
    amount: 100,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  await expect.poll(() => hook.events.length).toBe(3);
  expect(new Set(hook.events.map((event) => event.id)).size).toBe(1);
  await expect.poll(async () => (await stripe.events.list()).data[0]?.pending_webhooks).toBe(0);
});

it('[PROVIDER-45] sends events again and in the wrong order on request', async () => {
  const hook = await receiver();
  const { stripe, control } = await startSandbox({ webhookUrl: hook.url, webhookSecret: SECRET });
  const held = await authorise(stripe);
  await expect.poll(() => hook.events.length).toBe(3);
  hook.events.length = 0;
  await control('POST', 'webhooks/resend', {});
  expect(hook.events.map((event) => event.type)).toEqual([
    'payment_intent.amount_capturable_updated',
    'charge.succeeded',
    'payment_intent.created',
  ]);
  hook.events.length = 0;
  await control('POST', 'webhooks/resend', { event: 'charge.succeeded', times: 2 });
  expect(hook.events.map((event) => event.type)).toEqual(['charge.succeeded', 'charge.succeeded']);
  expect(hook.events[0]?.data.object).toMatchObject({ payment_intent: held.id });
});

it('says that nothing can be sent without an address', async () => {
  const { control } = await startSandbox();
  await expect(control('POST', 'webhooks/resend', {})).rejects.toThrow('STRIPE_WEBHOOK_URL');
});

it('lists events by type', async () => {
  const { stripe } = await startSandbox();
  await authorise(stripe);
  const list = await stripe.events.list({ type: 'charge.*' });
  expect(types(list.data)).toEqual(['charge.succeeded']);
  const two = await stripe.events.list({ types: ['charge.succeeded', 'payment_intent.created'] });
  expect(types(two.data)).toEqual(['charge.succeeded', 'payment_intent.created']);
});
