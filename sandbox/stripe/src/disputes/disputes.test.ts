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
