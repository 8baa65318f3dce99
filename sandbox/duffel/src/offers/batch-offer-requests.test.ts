import { describe, expect, it } from 'vitest';
import {
  describeError,
  dateInDays,
  buildSearch,
  startSandbox,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox({ latencyMs: 200 });

describe('batch offer requests', () => {
  it('return every offer once, grouped by airlines, and are not found after they expire', async () => {
    const { return_offers: _, ...search } = buildSearch('JFK', 'LHR', dateInDays(30));
    const { data: created } = await sandbox.duffel.batchOfferRequests.create(search);
    expect(created.remaining_batches).toBe(created.total_batches);
    expect(created.total_batches).toBeGreaterThan(1);
    const ids: string[] = [];
    const remaining: number[] = [];
    do {
      const { data } = await sandbox.duffel.batchOfferRequests.get(created.id);
      ids.push(...data.offers.map((offer) => offer.id));
      remaining.push(data.remaining_batches);
    } while (remaining.at(-1) !== 0);
    expect(remaining.length).toBeGreaterThan(1);
    const inOneCall = await sandbox.duffel.offerRequests.create({ ...search, return_offers: true });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(inOneCall.data.offers.length);
    expect((await sandbox.duffel.batchOfferRequests.get(created.id)).data).toMatchObject({
      remaining_batches: 0,
      offers: [],
    });
    await sandbox.callControl('POST', 'clock', { advanceMs: 61_000 });
    expect(await describeError(sandbox.duffel.batchOfferRequests.get(created.id))).toBe(
      '404 invalid_request_error/not_found',
    );
  });

  it('are refused for an account without access to them, which can still search in one call', async () => {
    const { duffel } = await startSandbox({ refusesBatches: true });
    const { return_offers: _, ...search } = buildSearch('JFK', 'LHR', dateInDays(30));
    expect(await describeError(duffel.batchOfferRequests.create(search))).toBe(
      '403 invalid_request_error/unavailable_feature',
    );
    const { data } = await duffel.offerRequests.create({ ...search, return_offers: true });
    expect(data.offers.length).toBeGreaterThan(0);
  });

  it('return one empty batch for a route without offers', async () => {
    const { return_offers: _, ...search } = buildSearch('PVD', 'RAI', dateInDays(30));
    const { data: created } = await sandbox.duffel.batchOfferRequests.create(search);
    const { data } = await sandbox.duffel.batchOfferRequests.get(created.id);
    expect(data).toMatchObject({ total_batches: 1, remaining_batches: 0, offers: [] });
  });
});
