import type { SearchResponse } from '@fareline/contracts';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultDurations } from '../durations.ts';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import { postSearch, search, startSharedHarness, uniqueSearch, withoutBatches } from '../testing/harness.ts';
import { openProgressStream } from '../testing/progress-stream.ts';

const harness = await startSharedHarness();
const inBatches = await harness.startReplica();
const inOneCall = await harness.startReplica(undefined, withoutBatches);
afterEach(() => {
  Object.assign(harness.accounts.state, { delayMs: 0, mode: 'test' });
  return harness.provider.reset();
});

const bothReplicas = () => [inBatches, inOneCall];

describe('invalid offers', () => {
  it('[PROVIDER-11] are omitted from the list and from the early results', async () => {
    for (const app of bothReplicas()) {
      const query = uniqueSearch();
      await harness.provider.overrideNextResults({ broken: true, count: 20 });
      const stream = await openProgressStream(app, query);
      const { offers, total_count } = await search(app, query);
      await stream.ended;
      const early = stream.snapshots.flatMap((snapshot) => snapshot.offers);
      for (const offer of [...offers, ...early]) {
        expect(Number(offer.total_amount)).toBeGreaterThan(0);
        expect(offer.slices.every(({ segments }) => segments.length > 0)).toBe(true);
        expect(offer.id).not.toMatch(/_[1-4]$/);
      }
      expect(offers).toHaveLength(total_count);
      expect(offers.filter(({ id }) => !id.endsWith('_5'))).toHaveLength(20);
    }
  });

  it('[PROVIDER-11] unknown airports and missing names become null', async () => {
    await harness.provider.overrideNextResults({ broken: true, count: 3 });
    const { offers } = await search(inOneCall, uniqueSearch());
    const incomplete = offers.find(({ id }) => id.endsWith('_5'));
    expect(incomplete).toMatchObject({
      owner: { name: null, iata_code: null },
      total_emissions_kg: null,
      conditions: { refundable: null, changeable: null },
    });
    expect(incomplete?.slices[0]?.segments[0]).toMatchObject({
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
  ] as const)(
    '[MONEY-01][MONEY-02] %s is priced in whole units in the list and in the early results',
    async (currency, amountPattern) => {
      for (const app of bothReplicas()) {
        await harness.provider.overrideNextResults({ currency });
        const query = uniqueSearch();
        const stream = await openProgressStream(app, query);
        const { offers } = await search(app, query);
        await stream.ended;
        expect(offers.length).toBeGreaterThan(1);
        for (const offer of [...offers, ...stream.snapshots.flatMap((snapshot) => snapshot.offers)]) {
          expect(offer.total_currency).toBe(currency);
          expect(offer.total_amount).toMatch(amountPattern);
        }
        const [first] = offers;
        const providerOffer = await harness.provider.fetchResource(`/air/offers/${first?.id}`);
        expect(
          Math.abs(Number(first?.total_amount) - Number(providerOffer.total_amount) * 1.23),
        ).toBeLessThanOrEqual(0.5);
      }
    },
  );
});

describe('number of offers', () => {
  const getPage = async (app: FastifyInstance, query: object, number: number) => {
    const fields = { ...(query as Record<string, string>), page: String(number), limit: '200' };
    return (await app.inject({ url: '/api/flights/search', query: fields })).json<SearchResponse>();
  };

  it.each([0, 1])('[API-31][API-35] %i', async (count) => {
    for (const app of bothReplicas()) {
      await harness.provider.overrideNextResults({ count });
      const found = await search(app, uniqueSearch());
      expect([found.total_count, found.offers.length]).toEqual([count, count]);
      expect(found.facts.shortest_minutes === null).toBe(count === 0);
    }
  });

  it(
    '[API-31][API-35] 2,000: the pages contain every offer once, in price order',
    { timeout: 180_000 },
    async () => {
      for (const app of bothReplicas()) {
        await harness.provider.overrideNextResults({ count: 2_000 });
        const query = uniqueSearch();
        const stream = await openProgressStream(app, query);
        expect((await search(app, query)).total_count).toBe(2_000);
        await stream.ended;
        for (const { offers } of stream.snapshots) expect(offers.length).toBeLessThanOrEqual(3);
        const all = [];
        for (let number = 1; number <= 10; number++) all.push(...(await getPage(app, query, number)).offers);
        const prices = all.map(({ total_amount }) => Number(total_amount));
        expect(new Set(all.map(({ id }) => id)).size).toBe(2_000);
        expect(prices).toEqual(prices.toSorted((a, b) => a - b));
        expect((await app.inject({ url: `/api/flights/offer/${all.at(-1)?.id}` })).statusCode).toBe(200);
      }
    },
  );
});

describe('cities', () => {
  it('[API-31] searches from city to city and from city to airport', async () => {
    for (const [origin, destination] of [
      ['LON', 'NYC'],
      ['LON', 'JFK'],
    ]) {
      const { offers } = await search(inBatches, uniqueSearch({ origin, destination }));
      const origins = offers.flatMap(({ slices }) => slices.map((slice) => slice.origin.iata_code));
      expect(offers.length).toBeGreaterThan(0);
      for (const airport of origins) expect(['LHR', 'LGW', 'STN', 'LTN', 'LCY', 'SEN']).toContain(airport);
    }
  });

  it('[API-31] a search from a city to its own airport returns no offers, or a message if the provider rejects it', async () => {
    const sameCity = { origin: 'LON', destination: 'LHR' };
    expect(await search(inBatches, uniqueSearch(sameCity))).toMatchObject({ offers: [], total_count: 0 });
    const rejection = { code: 'invalid_destination', source: { pointer: '/slices/0/destination' } };
    await harness.provider.injectFault({
      ...{ method: 'POST', path: searchPaths, kind: 'status', status: 422 },
      body: { meta: { status: 422 }, errors: [rejection] },
    });
    const rejected = await postSearch(inBatches, uniqueSearch(sameCity));
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      message: 'The airlines cannot search for this. Please check the airports and dates.',
    });
  });
});

it('[API-31] [FORM-22] says that it is the date which the airlines do not sell', async () => {
  const inTwoYears = new Date(Date.now() + 730 * 86_400_000).toISOString().slice(0, 10);
  const refused = await postSearch(inBatches, uniqueSearch({ departureDate: inTwoYears }));
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({
    error: 'VALIDATION_ERROR',
    message: expect.stringMatching(/do not sell this date/) as string,
  });
});

it('[MODE-02] an accounts service that hangs does not delay a cached search', async () => {
  const { accountsWait } = defaultDurations;
  const accountsTimeout = 30_000;
  const durations = { accountsWait, accountsTimeout };
  const app = await harness.startReplica(undefined, { ...withoutBatches, durations });
  const query = uniqueSearch();
  await search(app, query);
  harness.accounts.state.delayMs = 10 * accountsTimeout;
  const started = Date.now();
  for (let count = 0; count < 5; count++) await search(app, query);
  expect(Date.now() - started).toBeLessThan(accountsTimeout);
});

it('[MODE-05] the first search after a mode switch has the new mode when accounts is slow', async () => {
  const { accountsWait, accountsTimeout } = defaultDurations;
  const app = await harness.startReplica(undefined, { durations: { accountsWait, accountsTimeout } });
  expect((await search(app, uniqueSearch())).offers[0]?.mode).toBe('test');
  Object.assign(harness.accounts.state, { mode: 'live', delayMs: 200 });
  expect((await search(app, uniqueSearch())).offers[0]?.mode).toBe('live');
});

it('the metrics have the requests of the search thread, refused ones among them', async () => {
  await harness.provider.injectFault({ method: 'POST', path: searchPaths, kind: 'status', status: 429 });
  expect((await postSearch(inBatches, uniqueSearch())).statusCode).toBe(503);
  await search(inBatches, uniqueSearch());
  await vi.waitFor(async () => {
    const { body } = await inBatches.inject('/metrics');
    for (const [operation, status] of [
      ['POST /air/batch_offer_requests', '429'],
      ['GET /air/batch_offer_requests/:id', '200'],
    ])
      expect(body).toContain(
        `\nprovider_request_duration_seconds_count{provider="duffel",operation="${operation}",status="${status}"} `,
      );
  });
});
