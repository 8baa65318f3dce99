import { searchRequestSchema } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import { uniqueSearch, startHarness, testCredential, type Harness } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import type { PageRequest } from './page-request.ts';
import { decompress } from './encoding.ts';
import { startSearchThread, type SearchThread } from './search-thread.ts';

let harness: Harness;
const threads: SearchThread[] = [];
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness.provider.clearFaults());
afterAll(async () => {
  await Promise.all(threads.map((thread) => thread.close()));
  await harness.close();
});

function startThread(): SearchThread {
  const config = readConfig({
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', SITE_ORIGIN: 'http://localhost:3000' },
    ...{ SERVICE_CREDENTIAL: testCredential, TRUSTED_PROXIES: 'none', ACCOUNTS_URL: harness.accounts.url },
    ...{ REDIS_URL: testRedisUrl(), JOBS_REDIS_URL: testRedisUrl(), REDIS_PREFIX: uniqueName('flights') },
    ...{ DUFFEL_TOKEN_TEST: 'duffel_test_flights', DUFFEL_BASE_PATH: harness.provider.url },
    PROVIDER_BUDGET_PER_MINUTE: '600',
  });
  const thread = startSearchThread(
    { config, durations: { ...defaultDurations, retryDelay: 10 } },
    Fastify().log,
  );
  threads.push(thread);
  return thread;
}

const pageOf = (overrides: Partial<PageRequest> = {}): PageRequest => ({
  ...{ mode: 'test', page: 1, limit: 20, markupPercent: 23, encoding: 'br' },
  query: searchRequestSchema.parse(uniqueSearch()),
  ...overrides,
});

const failureOf = async (page: Promise<Buffer>): Promise<AppError> => {
  const error: unknown = await page.then(
    () => new Error('a page came'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw error;
};

describe('the thread of the searches', () => {
  it('tells a failure with its code, its sentence, its fields and when to try again, and its cause for the log', async () => {
    const thread = startThread();
    const unknown = searchRequestSchema.parse(uniqueSearch({ origin: 'QQQ' }));
    const refused = await failureOf(thread.buildPage(pageOf({ query: unknown })));
    expect([refused.code, refused.message]).toEqual([
      'VALIDATION_ERROR',
      expect.stringContaining('check the airports and dates'),
    ]);
    expect(refused.fields?.length).toBeGreaterThan(0);
    expect((refused.cause as Error).message).toContain('the provider returned 4');
    await harness.provider.injectFault({ method: 'POST', path: searchPaths, kind: 'status', status: 429 });
    const busy = await failureOf(thread.buildPage(pageOf()));
    expect([busy.code, busy.status]).toEqual(['SEARCH_BUSY', 503]);
    expect(busy.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('fails what it had in hand when it ends, and the next search starts another', async () => {
    const thread = startThread();
    await thread.buildPage(pageOf());
    await harness.provider.injectFault({ method: 'POST', path: searchPaths, kind: 'hang' });
    const before = await harness.provider.countSearches();
    const lost = failureOf(thread.buildPage(pageOf()));
    await eventually(async () => ((await harness.provider.countSearches()) > before ? true : undefined));
    await thread.close();
    expect((await lost).code).toBe('INTERNAL_ERROR');
    await harness.provider.clearFaults();
    expect((await decompress(await thread.buildPage(pageOf()))).toString()).toContain('"offers"');
  });
});
