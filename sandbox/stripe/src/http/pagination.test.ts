import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';

import { startSandbox, getError } from '../testing/harness.ts';

async function createSevenIntents(stripe: Stripe): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= 7; number += 1) {
    const { id } = await stripe.paymentIntents.create({
      amount: number * 100,
      currency: number % 2 === 0 ? 'eur' : 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { booking_id: `b-${number}`, "it's": `number ${number}` },
    });
    ids.unshift(id);
  }
  return ids;
}

describe('lists', () => {
  it('return all pages without gaps or duplicates, newest first', async () => {
    const { stripe } = await startSandbox();
    const ids = await createSevenIntents(stripe);
    const first = await stripe.paymentIntents.list({ limit: 3 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
    const all: string[] = [];
    for await (const intent of stripe.paymentIntents.list({ limit: 3 })) all.push(intent.id);
    expect(all).toEqual(ids);
    const exact = await stripe.paymentIntents.list({ limit: 7 });
    expect(exact.has_more).toBe(false);
  });

  it('can be filtered by creation time', async () => {
    const { stripe, callControl } = await startSandbox();
    const ids = await createSevenIntents(stripe);
    await callControl('POST', 'clock', { advanceMs: 3600_000 });
    const newest = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    });
    const after = await stripe.paymentIntents.list({ created: { gte: newest.created } });
    expect(after.data.map(({ id }) => id)).toEqual([newest.id]);
    const earlier = await stripe.paymentIntents.list({ created: { lte: newest.created - 1 } });
    expect(earlier.data.map(({ id }) => id)).toEqual(ids);
  });

  it('reject an invalid limit or cursor', async () => {
    const { stripe } = await startSandbox();
    expect(await getError(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
    expect(await getError(stripe.paymentIntents.list({ limit: 0 }))).toMatchObject({ param: 'limit' });
    expect(await getError(stripe.paymentIntents.list({ starting_after: 'pi_0' }))).toMatchObject({
      statusCode: 404,
    });
  });
});
