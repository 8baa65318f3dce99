import { eventually } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPaymentRequest } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();

it('[LEDGER-08] the first order that the balance does not cover stops authorisations until a person has closed its case', async () => {
  const uncovered = await harness.getFreshOffer({ origin: 'LGW', destination: 'STN' });
  const card = { cardDetails: createCard() };
  const refused = await sendAttempt(service, '/api/bookings', createBookingRequest(uncovered, card));
  expect(refused.body.message).toContain('Nothing was charged');
  await harness.waitUntilProcessed(uncovered);
  expect((await harness.ledgerFor(uncovered)).captured).toEqual([]);
  const readCases = () =>
    harness.db.selectFrom('review_cases').select(['kind', 'mode']).where('closed_at', 'is', null).execute();
  expect(await readCases()).toEqual([{ kind: 'airline_balance', mode: 'test' }]);
  expect(harness.logs()).toContain('"alert":"airline_balance"');
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/\nreview_cases_open\{kind="airline_balance"\} 1\n/);

  const other = await harness.getFreshOffer();
  const stopped = await sendAttempt(service, '/api/payments/process-card', createPaymentRequest(other, card));
  expect(stopped).toMatchObject({ status: 503, body: { error: 'PAYMENT_UNAVAILABLE' } });
  expect(stopped.body.message).toContain('We cannot take bookings right now.');
  expect((await harness.ledgerFor(other)).intents).toEqual([]);

  await harness.db.updateTable('review_cases').set({ closed_at: new Date(), closed_by: 'ada' }).execute();
  await eventually(async () => {
    const { status } = await sendAttempt(service, '/api/bookings', createBookingRequest(other, card));
    return status === 201 || undefined;
  });
  expect(await readCases()).toEqual([]);
});
