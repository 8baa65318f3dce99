import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchCheapestOffer, describeError, buildInstantOrder, startSandbox } from '../testing/harness.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duffel-sandbox-'));
});
afterAll(async () => rm(folder, { recursive: true }));

describe('restart', () => {
  it('keeps orders, searches and offer overrides, and ignores an incomplete last line of the state file', async () => {
    const stateFile = join(folder, 'state.jsonl');
    const first = await startSandbox({ stateFile });
    const bookedOffer = await fetchCheapestOffer(first);
    const openOffer = await fetchCheapestOffer(first, 'BOS', 'MIA');
    const repricedOffer = await fetchCheapestOffer(first, 'LHR', 'CDG');
    await first.callControl('POST', `/offers/${repricedOffer.id}`, { total_amount: '321.00' });
    const { data: order } = await first.duffel.orders.create(
      buildInstantOrder(bookedOffer, { metadata: { id: '7' } }),
    );
    // The order is on disk before the response, so it survives if the process is killed.
    expect(await readFile(stateFile, 'utf8')).toContain(order.id);
    await first.stop();
    await appendFile(stateFile, '{"c":"orders","id":"ord_torn","v":{"id"');

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
    expect((await second.readLedger()).orders).toHaveLength(1);
    await second.stop();
  });
});
