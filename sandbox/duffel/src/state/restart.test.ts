import { readFileSync } from 'node:fs';
import { createStateFilePath } from '@fareline/sandbox-kit/testing';
import { expect, it } from 'vitest';
import { fetchCheapestOffer, describeError, buildInstantOrder, startSandbox } from '../testing/harness.ts';

it('keeps orders, searches, offer overrides and the clock over a restart', async () => {
  const stateFile = createStateFilePath();
  const first = await startSandbox({ stateFile });
  await first.callControl('POST', 'clock', { advanceMs: 60_000 });
  const bookedOffer = await fetchCheapestOffer(first);
  const openOffer = await fetchCheapestOffer(first, 'BOS', 'MIA');
  const repricedOffer = await fetchCheapestOffer(first, 'LHR', 'CDG');
  await first.callControl('POST', `offers/${repricedOffer.id}`, { total_amount: '321.00' });
  const { data: order } = await first.duffel.orders.create(
    buildInstantOrder(bookedOffer, { metadata: { id: '7' } }),
  );
  // The order is on disk before the response, so it survives if the process is killed.
  expect(readFileSync(stateFile, 'utf8')).toContain(order.id);
  await first.stop();

  const second = await startSandbox({ stateFile });
  expect((await second.duffel.orders.get(order.id)).data).toEqual(order);
  expect((await second.duffel.orders.list({ offer_id: bookedOffer.id } as never)).data).toHaveLength(1);
  expect(await describeError(second.duffel.orders.create(buildInstantOrder(bookedOffer)))).toBe(
    '422 validation_error/offer_request_already_booked',
  );
  expect((await second.duffel.offers.get(openOffer.id, { return_available_services: true })).data).toEqual(
    openOffer,
  );
  expect((await second.duffel.offers.get(repricedOffer.id)).data.total_amount).toBe('321.00');
  const laterOffer = await fetchCheapestOffer(second);
  expect(Date.parse(laterOffer.created_at)).toBeGreaterThan(Date.now() + 30_000);
});
