import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  uniqueSearch,
  withoutBatches,
  postSearch,
  search,
  startHarness,
  type Harness,
} from '../testing/harness.ts';

let harness: Harness;
let app: FastifyInstance;
beforeAll(async () => {
  harness = await startHarness({
    ...withoutBatches,
    durations: { ...withoutBatches.durations, searchTimeout: 2_500 },
  });
  app = await harness.startReplica();
});
afterEach(() => harness.provider.clearFaults());
afterAll(() => harness.close());

const searches = { method: 'POST', path: '/air/offer_requests' };
const searchCalls = () => harness.provider.countSearches();

describe('the provider fails', () => {
  it.each([
    ['500', { kind: 'status', status: 500 }],
    ['503', { kind: 'status', status: 503 }],
    ['502 that is not JSON', { kind: 'status', status: 502, body: '<html>Bad gateway</html>' }],
    ['a cut connection', { kind: 'drop' }],
    ['JSON that ends too early', { kind: 'malformed' }],
  ])('[PROVIDER-11] %s once is tried again; for good it is a sentence', async (_what, fault) => {
    await harness.provider.injectFault({ ...searches, ...fault, times: 1 });
    await search(app, uniqueSearch());
    const before = await searchCalls();
    await harness.provider.injectFault({ ...searches, ...fault, times: 5 });
    const response = await postSearch(app, uniqueSearch());
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({
      error: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('airlines are not answering'),
    });
    expect((await searchCalls()) - before).toBe(2);
  });

  it('[PROVIDER-11] a provider that never answers is given up after its time, and not asked twice', async () => {
    await harness.provider.injectFault({ ...searches, kind: 'hang', times: 5 });
    const before = await searchCalls();
    const started = Date.now();
    const response = await postSearch(app, uniqueSearch());
    expect(response.json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
    expect(Date.now() - started).toBeLessThan(6_000);
    expect((await searchCalls()) - before).toBe(1);
  });

  it('[PROVIDER-07] a 429 is told as busy, with the time until the provider’s window ends', async () => {
    const reset = new Date(Date.now() + 20_000).toUTCString();
    await harness.provider.injectFault({
      ...searches,
      kind: 'status',
      status: 429,
      times: 5,
      headers: { 'ratelimit-reset': reset },
    });
    const before = await searchCalls();
    const response = await postSearch(app, uniqueSearch());
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ error: 'SEARCH_BUSY' });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(10);
    expect((await searchCalls()) - before).toBe(1);
  });

  it.each([
    ['text in place of JSON', { status: 200, body: 'OK', headers: { 'content-type': 'text/plain' } }],
    ['no data', { status: 200, body: {} }],
    ['data of another shape', { status: 200, body: { data: { id: 'orq_1', offers: null } } }],
    ['a refused token', { status: 401 }],
  ])('[PROVIDER-11] %s is a failure and no empty list', async (_what, fault) => {
    await harness.provider.injectFault({ ...searches, kind: 'status', ...fault, times: 5 });
    expect((await postSearch(app, uniqueSearch())).json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
  });

  it('[PROVIDER-11] offers that cannot be read are left out; the others are there', async () => {
    const good = {
      id: 'off_readable',
      total_amount: '100.00',
      total_currency: 'USD',
      expires_at: new Date(Date.now() + 1_800_000).toISOString(),
      slices: [{ id: 'sli_1', segments: [{ id: 'seg_1', surprise: [1, 2, 3], origin: null }] }],
      passengers: [{ id: 'pas_1', type: 'adult' }],
      owner: null,
    };
    const offers = [
      null,
      'offer',
      { ...good, id: 'off_free', total_amount: null },
      good,
      { ...good, id: 'off_still', slices: null },
    ];
    await harness.provider.injectFault({
      ...searches,
      kind: 'status',
      status: 201,
      body: { data: { id: 'orq_1', offers } },
    });
    const found = await search(app, uniqueSearch());
    expect(found.offers.map(({ id }) => id)).toEqual(['off_readable']);
    expect(found.offers[0]).toMatchObject({ total_amount: '123.00', owner: { name: null } });
  });

  it('[PROVIDER-11] a mode without a token is a sentence, and the process goes on', async () => {
    const half = await harness.startReplica(undefined, { env: { DUFFEL_TOKEN_LIVE: '' } });
    harness.accounts.state.mode = 'live';
    const refused = await postSearch(half, uniqueSearch());
    harness.accounts.state.mode = 'test';
    expect(refused.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
    expect((await postSearch(half, uniqueSearch())).statusCode).toBe(200);
  });
});
