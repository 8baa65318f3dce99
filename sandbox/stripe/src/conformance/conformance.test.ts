import type Stripe from 'stripe';
import { expect, it } from 'vitest';

import { authorise, startSandbox } from '../testing/harness.ts';
import { PUBLISHED } from './published-keys.ts';

const listKeys = (value: object | null | undefined) => Object.keys(value ?? {});

it('responds with all fields of the published example objects', async () => {
  const { stripe } = await startSandbox();
  const authorised = await authorise(stripe);
  const intent = await stripe.paymentIntents.capture(authorised.id, {}, {});
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  const read = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge', 'payment_method'],
  });
  const charge = read.latest_charge as Stripe.Charge;
  const method = read.payment_method as Stripe.PaymentMethod;

  expect(listKeys(intent)).toEqual(expect.arrayContaining(PUBLISHED.payment_intent));
  expect(listKeys(charge)).toEqual(expect.arrayContaining(PUBLISHED.charge));
  expect(listKeys(charge.payment_method_details?.card)).toEqual(
    expect.arrayContaining(PUBLISHED.charge_card),
  );
  expect(listKeys(refund)).toEqual(expect.arrayContaining(PUBLISHED.refund));
  expect(listKeys(method)).toEqual(expect.arrayContaining(PUBLISHED.payment_method));
  expect(listKeys(method.card)).toEqual(expect.arrayContaining(PUBLISHED.payment_method_card));
});

it('expands ids to objects, also in lists, and returns 400 for fields that cannot be expanded', async () => {
  const { stripe } = await startSandbox();
  const authorised = await authorise(stripe, 'pm_card_amex', {
    expand: ['latest_charge', 'payment_method'],
  });
  const charge = authorised.latest_charge as Stripe.Charge;
  expect(charge).toMatchObject({ object: 'charge', payment_intent: authorised.id });
  expect(authorised.payment_method).toMatchObject({ card: { brand: 'amex' } });
  const list = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
  expect(list.data[0]?.latest_charge).toMatchObject({ id: charge.id });
  await expect(stripe.paymentIntents.retrieve(authorised.id, { expand: ['amount'] })).resolves.toMatchObject({
    id: authorised.id,
  });
  await expect(stripe.paymentIntents.retrieve(authorised.id, { expand: ['nothing'] })).rejects.toMatchObject({
    statusCode: 400,
  });
});

it('sends the request id and the requested API version as headers', async () => {
  const { stripe, url } = await startSandbox();
  const authorised = await authorise(stripe);
  expect(authorised.lastResponse).toMatchObject({ apiVersion: '2026-10-28.endive', statusCode: 200 });
  expect(authorised.lastResponse.requestId).toMatch(/^req_\w{14}$/);
  const old = await fetch(`${url}/v1/payment_intents/${authorised.id}`, {
    headers: { authorization: `Basic ${btoa('sk_test_sandbox:')}`, 'stripe-version': '2024-06-20' },
  });
  expect(old.status).toBe(200);
  expect(old.headers.get('stripe-version')).toBe('2024-06-20');
});
