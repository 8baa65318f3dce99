import { expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

it('[PROVIDER-40] gives back parts until nothing is left, and no more', async () => {
  const { stripe, readLedger } = await startSandbox();
  const held = await authorise(stripe);
  await stripe.paymentIntents.capture(held.id);
  const first = await stripe.refunds.create({
    payment_intent: held.id,
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
  const tooMuch = await getError(stripe.refunds.create({ payment_intent: held.id, amount: 7051 }));
  expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
  expect(tooMuch.message).toBe('Refund amount ($70.51) is greater than unrefunded amount on charge ($70.50)');
  const rest = await stripe.refunds.create({ charge: String(first.charge) });
  expect(rest.amount).toBe(7050);
  const again = await getError(stripe.refunds.create({ payment_intent: held.id }));
  expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });

  const charge = await stripe.charges.retrieve(String(first.charge), { expand: ['refunds'] });
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 12_050 });
  expect(charge.refunds?.data.map((refund) => refund.id)).toEqual([rest.id, first.id]);
  expect(await readLedger()).toMatchObject({
    payment_intents: [{ amount_received: 12_050, amount_refunded: 12_050 }],
    totals: { authorised: 1, captured: 1, refunded: 2, held: 0 },
    amounts: { usd: { authorised: 12_050, captured: 12_050, refunded: 12_050, held: 0 } },
  });
});

it('gives back no more than was captured', async () => {
  const { stripe } = await startSandbox();
  const held = await authorise(stripe);
  await stripe.paymentIntents.capture(held.id, { amount_to_capture: 2000 });
  expect(await getError(stripe.refunds.create({ payment_intent: held.id, amount: 2001 }))).toMatchObject({
    param: 'amount',
  });
  expect((await stripe.refunds.create({ payment_intent: held.id })).amount).toBe(2000);
});

it('refuses what was not captured, is not there or is not named', async () => {
  const { stripe } = await startSandbox();
  const held = await authorise(stripe);
  const refused = await getError(stripe.refunds.create({ payment_intent: held.id }));
  expect(refused.message).toContain('does not have a successful charge to refund');
  const charge = await getError(stripe.refunds.create({ charge: String(held.latest_charge) }));
  expect(charge.message).toContain(held.id);
  expect(await getError(stripe.refunds.create({ payment_intent: 'pi_0' }))).toMatchObject({
    statusCode: 404,
  });
  expect(await getError(stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' });
  expect((await stripe.refunds.list()).data).toEqual([]);
});

it('lists the refunds of one payment and keeps notes on them', async () => {
  const { stripe } = await startSandbox();
  const [one, two] = [await authorise(stripe), await authorise(stripe)];
  for (const { id } of [one, two]) await stripe.paymentIntents.capture(id);
  const refund = await stripe.refunds.create({ payment_intent: one.id, amount: 100 });
  await stripe.refunds.create({ payment_intent: two.id, amount: 200 });
  const list = await stripe.refunds.list({ payment_intent: one.id });
  expect(list.data.map(({ id }) => id)).toEqual([refund.id]);
  await stripe.refunds.update(refund.id, { metadata: { seen: 'yes' } });
  expect((await stripe.refunds.retrieve(refund.id)).metadata).toEqual({ seen: 'yes' });
});
