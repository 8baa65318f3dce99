import { afterEach, describe, expect, it } from 'vitest';
import { postSearch, search, startSharedHarness, uniqueSearch, withoutBatches } from '../testing/harness.ts';

const harness = await startSharedHarness({
  ...withoutBatches,
  durations: { ...withoutBatches.durations, searchTimeout: 2_500 },
});
const app = await harness.startReplica();
afterEach(() => harness.provider.clearFaults());

const searchCall = { method: 'POST', path: '/air/offer_requests' };

describe('provider errors', () => {
  it.each([
    ['500', { kind: 'status', status: 500 }],
    ['503', { kind: 'status', status: 503 }],
    ['502 without JSON', { kind: 'status', status: 502, body: '<html>Bad gateway</html>' }],
    ['a dropped connection', { kind: 'drop' }],
    ['truncated JSON', { kind: 'malformed' }],
  ])('[PROVIDER-11] %s is retried once, then PROVIDER_UNAVAILABLE is returned', async (_name, fault) => {
    await harness.provider.injectFault({ ...searchCall, ...fault, times: 1 });
    await search(app, uniqueSearch());
    const before = await harness.provider.countSearches();
    await harness.provider.injectFault({ ...searchCall, ...fault, times: 5 });
    const response = await postSearch(app, uniqueSearch());
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({
      error: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('airlines are not answering'),
    });
    expect((await harness.provider.countSearches()) - before).toBe(2);
  });

  it('[PROVIDER-11] a call without a response times out and is not retried', async () => {
    await harness.provider.injectFault({ ...searchCall, kind: 'hang', times: 5 });
    const before = await harness.provider.countSearches();
    const started = Date.now();
    const response = await postSearch(app, uniqueSearch());
    expect(response.json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
    expect(Date.now() - started).toBeLessThan(6_000);
    expect((await harness.provider.countSearches()) - before).toBe(1);
  });

  it('[PROVIDER-07] a 429 is returned as SEARCH_BUSY with Retry-After until the end of the provider’s window', async () => {
    const reset = new Date(Date.now() + 20_000).toUTCString();
    await harness.provider.injectFault({
      ...searchCall,
      kind: 'status',
      status: 429,
      times: 5,
      headers: { 'ratelimit-reset': reset },
    });
    const before = await harness.provider.countSearches();
    const response = await postSearch(app, uniqueSearch());
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ error: 'SEARCH_BUSY' });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(10);
    expect((await harness.provider.countSearches()) - before).toBe(1);
  });

  it.each([
    ['text instead of JSON', { status: 200, body: 'OK', headers: { 'content-type': 'text/plain' } }],
    ['no data', { status: 200, body: {} }],
    ['invalid data', { status: 200, body: { data: { id: 'orq_1', offers: null } } }],
    ['a rejected token', { status: 401 }],
  ])('[PROVIDER-11] %s returns PROVIDER_UNAVAILABLE, not an empty list', async (_name, fault) => {
    await harness.provider.injectFault({ ...searchCall, kind: 'status', ...fault, times: 5 });
    expect((await postSearch(app, uniqueSearch())).json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
  });

  it('[PROVIDER-11] a mode without a token returns SERVICE_UNAVAILABLE, other modes keep working', async () => {
    const replica = await harness.startReplica(undefined, { env: { DUFFEL_TOKEN_LIVE: '' } });
    harness.accounts.state.mode = 'live';
    const rejected = await postSearch(replica, uniqueSearch());
    harness.accounts.state.mode = 'test';
    expect(rejected.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
    expect((await postSearch(replica, uniqueSearch())).statusCode).toBe(200);
  });
});
