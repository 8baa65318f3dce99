import { createStateFilePath, startWebhookReceiver } from '@fareline/sandbox-kit/testing';
import Stripe from 'stripe';
import { expect, it } from 'vitest';

import { PUBLISHED } from '../conformance/published-keys.ts';
import { authorise, getError, startSandbox } from '../testing/harness.ts';

const SECRET = 'whsec_test';

/** Starts a receiver; `listEvents` verifies the signatures with the SDK and throws for an invalid one. */
async function startReceiver(statuses: number[] = []) {
  const { url, received } = await startWebhookReceiver(statuses);
  const { webhooks } = new Stripe('sk_test_receiver');
  const listEvents = () =>
    received.map(({ headers, body }) =>
      webhooks.constructEvent(body, String(headers['stripe-signature']), SECRET),
    );
  return { url, received, listEvents };
}

const listSortedTypes = (events: Stripe.Event[]) => events.map((event) => event.type).sort();

it('[PROVIDER-45] sends an event for every step with a signature that the SDK accepts', async () => {
  const receiver = await startReceiver();
  const { stripe } = await startSandbox({
    webhookUrl: receiver.url,
    webhookSecrets: { test: SECRET, live: 'whsec_live' },
  });
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
  await expect.poll(() => listSortedTypes(receiver.listEvents())).toEqual(expected);
  expect(receiver.received[0]?.headers['user-agent']).toMatch(/^Stripe\/1\.0 /);
  for (const event of receiver.listEvents())
    expect(Object.keys(event)).toEqual(expect.arrayContaining(PUBLISHED.event));
  const succeeded = receiver.listEvents().find((event) => event.type === 'payment_intent.succeeded');
  expect(succeeded?.data.object).toMatchObject({
    id: authorised.id,
    status: 'succeeded',
    amount_received: 12_050,
  });
});

it('delivers an event after a restart if the receiver has not accepted it before', async () => {
  const receiver = await startReceiver([503]);
  const options = {
    webhookUrl: receiver.url,
    webhookSecrets: { test: SECRET, live: 'whsec_live' },
    webhookRetryMs: [60_000],
    stateFile: createStateFilePath(),
  };
  const params = { amount: 100, currency: 'usd', allowed_payment_method_types: ['card' as const] };
  const first = await startSandbox(options);
  const { id } = await first.stripe.paymentIntents.create(params);
  await expect.poll(() => receiver.received.length).toBe(1);
  await first.close();
  const second = await startSandbox(options);
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.listEvents()[1]).toMatchObject({
    id: receiver.listEvents()[0]?.id,
    data: { object: { id } },
  });
  await second.close();
  const third = await startSandbox(options);
  const { id: otherId } = await third.stripe.paymentIntents.create(params);
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.listEvents()[2]).toMatchObject({ data: { object: { id: otherId } } });
});
