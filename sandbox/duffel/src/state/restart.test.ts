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

describe('a restart', () => {
  it('keeps orders, offers of running searches and what happened to them; ends of a torn file are ignored', async () => {
    const stateFile = join(folder, 'state.jsonl');
    const first = await startSandbox({ stateFile });
    const booked = await fetchCheapestOffer(first);
    const open = await fetchCheapestOffer(first, 'BOS', 'MIA');
    const changed = await fetchCheapestOffer(first, 'LHR', 'CDG');
    await first.callControl('POST', `/offers/${changed.id}`, { total_amount: '321.00' });
    const { data: order } = await first.duffel.orders.create(
      buildInstantOrder(booked, { metadata: { id: '7' } }),
    );
    // On disk before the answer: a process killed now loses nothing.
    expect(await readFile(stateFile, 'utf8')).toContain(order.id);
    await first.stop();
    await appendFile(stateFile, '{"c":"orders","id":"ord_torn","v":{"id"');

    const second = await startSandbox({ stateFile });
    expect((await second.duffel.orders.get(order.id)).data).toEqual(order);
    expect((await second.duffel.orders.list({ offer_id: booked.id } as never)).data).toHaveLength(1);
    expect(await describeError(second.duffel.orders.create(buildInstantOrder(booked)))).toBe(
      '422 validation_error/offer_request_already_booked',
    );
    expect((await second.duffel.offers.get(open.id, { return_available_services: true })).data).toEqual(open);
    expect((await second.duffel.offers.get(changed.id)).data.total_amount).toBe('321.00');
    expect((await second.readLedger()).payments).toHaveLength(1);
    await second.stop();
  });
});
