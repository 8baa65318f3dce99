import { expect, it } from 'vitest';

import { authorise, getError, startSandbox } from '../testing/harness.ts';

it('[LEDGER-06] takes the evidence of a dispute once, and only known fields', async () => {
  const { stripe, callControl } = await startSandbox();
  const { id: payment_intent } = await authorise(stripe);
  await stripe.paymentIntents.capture(payment_intent);
  await callControl('POST', 'disputes', { payment_intent, status: 'needs_response' });
  const { data } = await stripe.disputes.list({ payment_intent });
  const id = data[0]?.id ?? '';
  const unknown = { customer_shoe_size: '42' } as object;
  expect(await getError(stripe.disputes.update(id, { evidence: unknown, submit: true }))).toMatchObject({
    ...{ statusCode: 400, param: 'evidence[customer_shoe_size]' },
  });
  const evidence = { uncategorized_text: 'Booked on 26 November.' };
  expect(await stripe.disputes.update(id, { evidence, submit: true })).toMatchObject({
    ...{ status: 'under_review', evidence, evidence_details: { has_evidence: true, submission_count: 1 } },
  });
  expect((await getError(stripe.disputes.update(id, { evidence, submit: true }))).statusCode).toBe(400);
});

it('[LEDGER-06] refunds what is left besides a lost dispute of a part', async () => {
  const { stripe, callControl } = await startSandbox();
  const { id: payment_intent, amount } = await authorise(stripe);
  await stripe.paymentIntents.capture(payment_intent);
  const part = { payment_intent, status: 'needs_response', amount: 100 };
  await callControl('POST', 'disputes', part);
  const refund = (minor: number) => stripe.refunds.create({ payment_intent, amount: minor });
  expect(await getError(refund(1))).toMatchObject({ code: 'charge_disputed' });
  await callControl('POST', 'disputes', { payment_intent, status: 'lost' });
  expect(await getError(refund(amount - 99))).toMatchObject({ param: 'amount' });
  expect(await refund(amount - 100)).toMatchObject({ status: 'succeeded' });
  expect(await getError(refund(1))).toMatchObject({ code: 'charge_disputed' });
});
