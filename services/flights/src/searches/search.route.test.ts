import type { SearchResponse } from '@fareline/contracts';
import { searchResponseSchema } from '@fareline/contracts/schemas';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { defaultDurations } from '../durations.ts';
import {
  allResults,
  uniqueSearch,
  dateInDays,
  postSearch,
  search,
  startSharedHarness,
} from '../testing/harness.ts';

const harness = await startSharedHarness({ sandboxEnv: allResults });
const app = await harness.startReplica();

const getPage = (query: object, pageNumber: number, limit: number) =>
  app.inject({
    method: 'GET',
    url: '/api/flights/search',
    query: { ...(query as Record<string, string>), page: String(pageNumber), limit: String(limit) },
  });

it('[HOST-01] accepts a search from the domain of a brand as forwarded by the edge', async () => {
  harness.accounts.state.markups.set('sky.example', 10);
  const searchFrom = async (host: string) => {
    const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', origin: `https://${host}` };
    return (await postSearch(app, {}, headers)).json().error;
  };
  expect(await searchFrom('sky.example')).toBe('SEARCH_PARAMETERS_MISSING');
  expect(await searchFrom('evil.example')).toBe('ORIGIN_REFUSED');
});

describe('search request', () => {
  it.each(['POST', 'GET'] as const)('[API-33] rejects a %s without a search', async (method) => {
    const response = await app.inject({ method, url: '/api/flights/search' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'SEARCH_PARAMETERS_MISSING' });
  });

  it.each([
    ['the same origin and destination', { destination: 'LHR' }],
    ['a day that does not exist', { departureDate: '2027-02-30' }],
    ['a past departure date', { departureDate: dateInDays(-2) }],
  ])('[API-34] rejects %s without a provider call', async (_name, overrides) => {
    const before = await harness.provider.countSearches();
    const response = await postSearch(app, uniqueSearch(overrides));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'VALIDATION_ERROR' });
    expect(await harness.provider.countSearches()).toBe(before);
  });

  it('[API-31] returns a message for an airport that the provider does not know', async () => {
    const response = await postSearch(app, uniqueSearch({ origin: 'QQQ' }));
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toContain('check the airports and dates');
  });

  it('[API-31] searches a round trip with children and infants', async () => {
    const found = await search(
      app,
      uniqueSearch({
        departureDate: dateInDays(40),
        returnDate: dateInDays(50),
        adultsCount: 2,
        childrenCount: 1,
        infantsCount: 1,
      }),
    );
    const [offer] = found.offers;
    expect(offer?.slices).toHaveLength(2);
    expect(offer?.passengers.map(({ type }) => type).sort()).toEqual([
      'adult',
      'adult',
      'child',
      'infant_without_seat',
    ]);
  });
});

describe('search response', () => {
  it('[API-02][API-31][RESULTS-15][SECURITY-09] page 1 contains the 30 cheapest offers and the total count', async () => {
    const found = searchResponseSchema.parse(await search(app, uniqueSearch()));
    expect(found.offers).toHaveLength(30);
    expect(found.total_count).toBeGreaterThan(130);
    const totals = found.offers.map((offer) => Number(offer.total_amount));
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  });

  it('[API-35] pages of 30 and of 100 offers form one list without gaps or duplicates', async () => {
    const query = uniqueSearch();
    const first = await search(app, query);
    const pages = await Promise.all(
      [1, 2, 3, 4].map(async (number) =>
        (await getPage({ ...query, adultsCount: '1' }, number, 100)).json<SearchResponse>(),
      ),
    );
    const ids = pages.flatMap(({ offers }) => offers.map(({ id }) => id));
    expect(new Set(ids).size).toBe(first.total_count);
    expect(ids).toHaveLength(first.total_count);
    expect(ids.slice(0, 30)).toEqual(first.offers.map(({ id }) => id));
  });

  it('[LIST-01] returns the whole list as page 1, compressed, with its search id and without a provider call', async () => {
    const query = uniqueSearch();
    const first = await search(app, query);
    const searches = await harness.provider.countSearches();
    const parameters = new URLSearchParams({ ...query, adultsCount: '1', limit: '5000' } as Record<
      string,
      string
    >);
    const whole = await app.inject({
      url: `/api/flights/search?${parameters}`,
      headers: { 'accept-encoding': 'br' },
    });
    const list = JSON.parse(brotliDecompressSync(whole.rawPayload).toString()) as SearchResponse;
    expect(list.offers).toHaveLength(first.total_count);
    expect(list.offers.slice(0, 30)).toEqual(first.offers);
    expect(list.search_id).toBe(first.search_id);
    const third = (await getPage({ ...query, adultsCount: '1' }, 3, 100)).json<SearchResponse>();
    expect(list.offers.slice(200, 300)).toEqual(third.offers);
    expect(third.search_id).toBe(first.search_id);
    expect(await harness.provider.countSearches()).toBe(searches);
  });

  it('[API-32] rejects more than 200 offers on any page but the first', async () => {
    const query = { ...uniqueSearch(), adultsCount: '1' };
    expect((await getPage(query, 2, 201)).statusCode).toBe(400);
    expect((await getPage(query, 1, 5_001)).statusCode).toBe(400);
  });

  it('[API-32] a page beyond the end is empty and has the total count', async () => {
    const query = uniqueSearch();
    const { total_count } = await search(app, query);
    const beyond = (await getPage({ ...query, adultsCount: '1' }, 50, 100)).json<SearchResponse>();
    expect(beyond).toMatchObject({ offers: [], total_count });
  });

  it('[API-31] returns an empty list for a route without flights', async () => {
    expect(await search(app, uniqueSearch({ origin: 'PVD', destination: 'RAI' }))).toMatchObject({
      offers: [],
      total_count: 0,
    });
  });

  it('[CACHE-01] returns the same page in every encoding, cached or not', async () => {
    const query = uniqueSearch();
    const plain = await search(app, query);
    for (let round = 0; round < 2; round++) {
      const brotli = await postSearch(app, query, { 'accept-encoding': 'gzip, br' });
      const zipped = await postSearch(app, query, { 'accept-encoding': 'gzip' });
      expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(plain);
      expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(plain);
    }
  });
});

describe('prices', () => {
  it('[MONEY-01][MONEY-03] applies the markup of each brand to the same list', async () => {
    harness.accounts.state.markups.set('cheap.example', 0).set('expensive.example', 50);
    const query = uniqueSearch();
    const totals = async (brand: string) => {
      const { offers } = await search(app, query, { 'x-brand': brand });
      for (const offer of offers) {
        const cents = (amount: string) => Math.round(Number(amount) * 100);
        expect(offer.total_amount).toMatch(/^\d+\.00$/);
        expect(cents(offer.base_amount) + cents(offer.tax_amount)).toBe(cents(offer.total_amount));
      }
      return offers.map((offer) => Number(offer.total_amount));
    };
    const [none, usual, half] = [
      await totals('cheap.example'),
      await totals('default'),
      await totals('expensive.example'),
    ];
    none.forEach((total, index) => {
      expect(Math.abs((usual[index] ?? 0) - total * 1.23)).toBeLessThan(1.2);
      expect(Math.abs((half[index] ?? 0) - total * 1.5)).toBeLessThan(1.3);
    });
    expect(await totals('default')).toEqual(usual);
  });

  it('[MONEY-01] applies the default markup for an unknown brand', async () => {
    const query = uniqueSearch();
    const usual = await search(app, query);
    expect(await search(app, query, { 'x-brand': 'unknown.example' })).toEqual(usual);
  });

  it('[MONEY-01] uses the last known markup while accounts is down, and returns 503 for a brand never seen', async () => {
    harness.accounts.state.markups.set('known.example', 10);
    const query = uniqueSearch();
    const before = await search(app, query, { 'x-brand': 'known.example' });
    harness.accounts.state.isDown = true;
    try {
      expect(await search(app, query, { 'x-brand': 'known.example' })).toEqual(before);
      expect((await postSearch(app, query, { 'x-brand': 'unseen.example' })).statusCode).toBe(503);
    } finally {
      harness.accounts.state.isDown = false;
    }
  });

  it('[MONEY-01] uses a changed markup after ten seconds', async () => {
    let elapsedMs = 0;
    const realNow = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + elapsedMs);
    const { brandTtl } = defaultDurations;
    const replica = await harness.startReplica(undefined, { durations: { brandTtl } });
    harness.accounts.state.markups.set('changing.example', 0);
    const query = uniqueSearch();
    const readTotal = async () => {
      const { offers } = await search(replica, query, { 'x-brand': 'changing.example' });
      return Number(offers[0]?.total_amount);
    };
    const before = await readTotal();
    harness.accounts.state.markups.set('changing.example', 50);
    expect(await readTotal()).toBe(before);
    elapsedMs = 10_000;
    expect(Math.abs((await readTotal()) - before * 1.5)).toBeLessThan(1.3);
    clock.mockRestore();
  });

  it('[MONEY-05] the response does not contain the provider’s price', async () => {
    const { body } = await postSearch(app, uniqueSearch());
    const [offer] = (JSON.parse(body) as SearchResponse).offers;
    const providerOffer = await harness.provider.fetchResource(`/air/offers/${offer?.id}`);
    expect(providerOffer.total_amount).toMatch(/\.\d\d$/);
    // Another offer may cost as much.
    expect(JSON.stringify(offer)).not.toContain(`"${providerOffer.total_amount}"`);
    for (const name of ['totalMinor', 'taxMinor', 'fareKey', 'offerRequestId'])
      expect(body).not.toContain(name);
  });
});
