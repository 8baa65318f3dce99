import { expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

it('[PROVIDER-40] refunds parts up to the captured amount and rejects more', async () => {
  const { stripe, readLedger } = await startSandbox();
  const authorised = await authorise(stripe);
  await stripe.paymentIntents.capture(authorised.id);
  const first = await stripe.refunds.create({
    payment_intent: authorised.id,
    amount: 5000,
    reason: 'requested_by_customer',
    metadata: { booking_id: 'b1' },
  });
  expect(first).toMatchObject({
    amount: 5000,
    status: 'succeeded',
    currency: 'usd',
    metadata: { booking_id: 'b1' },
  });
  const tooMuchError = await getError(stripe.refunds.create({ payment_intent: authorised.id, amount: 7051 }));
  expect(tooMuchError).toMatchObject({ statusCode: 400, param: 'amount' });
  expect(tooMuchError.message).toBe(
    'Refund amount ($70.51) is greater than unrefunded amount on charge ($70.50)',
  );
  const rest = await stripe.refunds.create({ payment_intent: authorised.id });
  expect(rest.amount).toBe(7050);
  const secondError = await getError(stripe.refunds.create({ payment_intent: authorised.id }));
  expect(secondError).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });

  const read = await stripe.paymentIntents.retrieve(authorised.id, { expand: ['latest_charge'] });
  expect(read.latest_charge).toMatchObject({ refunded: true, amount_refunded: 12_050 });
  expect(await readLedger()).toMatchObject({
    payment_intents: [
      {
        status: 'succeeded',
        currency: 'usd',
        authorised: true,
        amount_received: 12_050,
        amount_refunded: 12_050,
      },
    ],
    refunds: [{ amount: 5000 }, { amount: 7050 }],
  });
});

it('rejects refunds of uncaptured or unknown payments and without a payment', async () => {
  const { stripe } = await startSandbox();
  const authorised = await authorise(stripe);
  const error = await getError(stripe.refunds.create({ payment_intent: authorised.id }));
  expect(error.message).toContain('does not have a successful charge to refund');
  expect(await getError(stripe.refunds.create({ payment_intent: 'pi_0' }))).toMatchObject({
    statusCode: 404,
  });
  expect(await getError(stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' });
  expect((await stripe.refunds.list()).data).toEqual([]);
});

it('lists the refunds of one payment', async () => {
  const { stripe } = await startSandbox();
  const [firstIntent, secondIntent] = [await authorise(stripe), await authorise(stripe)];
  for (const { id } of [firstIntent, secondIntent]) await stripe.paymentIntents.capture(id);
  const refund = await stripe.refunds.create({ payment_intent: firstIntent.id, amount: 100 });
  await stripe.refunds.create({ payment_intent: secondIntent.id, amount: 200 });
  const list = await stripe.refunds.list({ payment_intent: firstIntent.id });
  expect(list.data.map(({ id }) => id)).toEqual([refund.id]);
});
