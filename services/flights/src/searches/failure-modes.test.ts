import type { SearchResponse } from '@fareline/contracts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import {
  uniqueSearch,
  withoutBatches,
  postSearch,
  search,
  startHarness,
  type Harness,
} from '../testing/harness.ts';
import { openProgressStream } from '../testing/progress-stream.ts';

let harness: Harness;
let inBatches: FastifyInstance;
let whole: FastifyInstance;
beforeAll(async () => {
  harness = await startHarness();
  [inBatches, whole] = [await harness.startReplica(), await harness.startReplica(undefined, withoutBatches)];
});
afterEach(() => harness.provider.reset());
afterAll(() => harness.close());

const ways = () => [inBatches, whole];

describe('offers that cannot be shown', () => {
  it('[PROVIDER-11] are left out of the list and of the early results; the others are there', async () => {
    for (const app of ways()) {
      const query = uniqueSearch();
      await harness.provider.overrideNextResults({ broken: true, count: 20 });
      const watcher = await openProgressStream(app, query);
      const { offers, total_count } = await search(app, query);
      await watcher.ended;
      const early = watcher.snapshots.flatMap((snapshot) => snapshot.offers);
      for (const offer of [...offers, ...early]) {
        expect(Number(offer.total_amount)).toBeGreaterThan(0);
        expect(offer.slices.every(({ segments }) => segments.length > 0)).toBe(true);
        expect(offer.id).not.toMatch(/_[1-4]$/);
      }
      expect(offers).toHaveLength(total_count);
      expect(offers.filter(({ id }) => !id.endsWith('_5'))).toHaveLength(20);
    }
  });

  it('[PROVIDER-11] an airport that nobody knows, and names that are not told, are shown as far as they are', async () => {
    await harness.provider.overrideNextResults({ broken: true, count: 3 });
    const { offers } = await search(whole, uniqueSearch());
    const odd = offers.find(({ id }) => id.endsWith('_5'));
    expect(odd).toMatchObject({
      owner: { name: null, iata_code: null },
      total_emissions_kg: null,
      conditions: { refundable: null, changeable: null },
    });
    expect(odd?.slices[0]?.segments[0]).toMatchObject({
      origin: { iata_code: 'XXQ', name: null, time_zone: null },
      destination: { iata_code: null },
      flight_number: null,
      stops: [],
    });
    expect(offers).toHaveLength(4);
  });
});

describe('currencies', () => {
  it.each([
    ['JPY', /^\d+$/],
    ['KWD', /^\d+\.000$/],
  ] as const)('[MONEY-01][MONEY-02] %s is priced in whole units, early and late', async (currency, form) => {
    for (const app of ways()) {
      await harness.provider.overrideNextResults({ currency });
      const query = uniqueSearch();
      const watcher = await openProgressStream(app, query);
      const { offers } = await search(app, query);
      await watcher.ended;
      expect(offers.length).toBeGreaterThan(1);
      for (const offer of [...offers, ...watcher.snapshots.flatMap((snapshot) => snapshot.offers)]) {
        expect(offer.total_currency).toBe(currency);
        expect(offer.total_amount).toMatch(form);
      }
      const [first] = offers;
      const asked = await harness.provider.fetchResource(`/air/offers/${first?.id}`);
      expect(Math.abs(Number(first?.total_amount) - Number(asked.total_amount) * 1.23)).toBeLessThanOrEqual(
        0.5,
      );
    }
  });
});

describe('so many offers', () => {
  const page = async (app: FastifyInstance, query: object, number: number) => {
    const fields = { ...(query as Record<string, string>), page: String(number), limit: '100' };
    return (await app.inject({ url: '/api/flights/search', query: fields })).json<SearchResponse>();
  };

  it.each([0, 1])('[API-31][API-35] %i', async (count) => {
    for (const app of ways()) {
      await harness.provider.overrideNextResults({ count });
      const found = await search(app, uniqueSearch());
      expect([found.total_count, found.offers.length]).toEqual([count, count]);
      expect(found.facts.shortest_minutes === null).toBe(count === 0);
    }
  });

  it('[API-31][API-35] 2,000: every one of them once, in price order, page by page', async () => {
    for (const app of ways()) {
      await harness.provider.overrideNextResults({ count: 2_000 });
      const query = uniqueSearch();
      const watcher = await openProgressStream(app, query);
      expect((await search(app, query)).total_count).toBe(2_000);
      await watcher.ended;
      for (const { offers } of watcher.snapshots) expect(offers.length).toBeLessThanOrEqual(3);
      const all = [];
      for (let number = 1; number <= 20; number++) all.push(...(await page(app, query, number)).offers);
      const prices = all.map(({ total_amount }) => Number(total_amount));
      expect(new Set(all.map(({ id }) => id)).size).toBe(2_000);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      expect((await app.inject({ url: `/api/flights/offer/${all.at(-1)?.id}` })).statusCode).toBe(200);
    }
  });
});

describe('cities', () => {
  it('[API-31] a search may go from city to city, and to one airport of another', async () => {
    for (const [origin, destination] of [
      ['LON', 'NYC'],
      ['LON', 'JFK'],
    ]) {
      const { offers } = await search(inBatches, uniqueSearch({ origin, destination }));
      const places = offers.flatMap(({ slices }) => slices.map((slice) => slice.origin.iata_code));
      expect(offers.length).toBeGreaterThan(0);
      for (const place of places) expect(['LHR', 'LGW', 'STN', 'LTN', 'LCY', 'SEN']).toContain(place);
    }
  });

  it('[API-31] one from a city to its own airport finds nothing, and is a sentence where the provider refuses it', async () => {
    const within = { origin: 'LON', destination: 'LHR' };
    expect(await search(inBatches, uniqueSearch(within))).toMatchObject({ offers: [], total_count: 0 });
    const refusal = { code: 'invalid_destination', source: { pointer: '/slices/0/destination' } };
    await harness.provider.injectFault({
      ...{ method: 'POST', path: searchPaths, kind: 'status', status: 422 },
      body: { meta: { status: 422 }, errors: [refusal] },
    });
    const refused = await postSearch(inBatches, uniqueSearch(within));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      message: 'The airlines cannot search for this. Please check the airports and dates.',
    });
  });
});
