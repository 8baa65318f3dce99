import type { ResourceLimits } from 'node:worker_threads';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import type { Client } from '@fareline/service-kit/limits/client';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import { uniqueSearch, startSharedHarness, credentialSettings } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import type { PageRequest } from './search.repository.ts';
import { decompress } from './encoding.ts';
import { startSearchThread, type SearchThread } from './search-thread.ts';

const threads: SearchThread[] = [];
const harness = await startSharedHarness();
afterEach(() => harness.provider.clearFaults());
afterAll(() => Promise.all(threads.map((thread) => thread.close())));

function startThread(env: Record<string, string> = {}, resourceLimits?: ResourceLimits): SearchThread {
  const config = readConfig({
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', SITE_ORIGIN: 'http://localhost:3000' },
    ...{ ...credentialSettings, TRUSTED_PROXIES: 'none', ACCOUNTS_URL: harness.accounts.url },
    ...{ REDIS_URL: testRedisUrl(), JOBS_REDIS_URL: testRedisUrl(), REDIS_PREFIX: uniqueName('flights') },
    ...{ DUFFEL_TOKEN_TEST: 'duffel_test_flights', DUFFEL_BASE_PATH: harness.provider.url },
    PROVIDER_BUDGET_PER_MINUTE: '600',
    ...env,
  });
  const thread = startSearchThread(
    {
      config,
      durations: { ...defaultDurations, retryDelay: 10, searchTimeout: 50_000, readTimeout: 50_000 },
    },
    { log: Fastify().log, measure: () => undefined },
    resourceLimits,
  );
  threads.push(thread);
  return thread;
}

const pageRequest = (overrides: Partial<PageRequest> = {}): PageRequest => ({
  ...{ mode: 'test', page: 1, limit: 20, markupPercent: 23, encoding: 'br', client: [] },
  query: searchRequestSchema.parse(uniqueSearch()),
  ...overrides,
});

const catchAppError = async (page: Promise<Buffer>): Promise<AppError> => {
  const error: unknown = await page.then(
    () => new Error('the page was built'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw error;
};

describe('search thread', () => {
  it('rejects with the code, message, fields, retry time and logged cause of the error', async () => {
    const thread = startThread();
    const unknown = searchRequestSchema.parse(uniqueSearch({ origin: 'QQQ' }));
    const rejected = await catchAppError(thread.buildPage(pageRequest({ query: unknown })));
    expect([rejected.code, rejected.message]).toEqual([
      'VALIDATION_ERROR',
      expect.stringContaining('check the airports and dates'),
    ]);
    expect(rejected.fields?.length).toBeGreaterThan(0);
    expect((rejected.cause as Error).message).toContain('the provider returned 4');
    await harness.provider.injectFault({ method: 'POST', path: searchPaths, kind: 'status', status: 429 });
    const busy = await catchAppError(thread.buildPage(pageRequest()));
    expect([busy.code, busy.status, busy.limit]).toEqual(['SEARCH_BUSY', 503, 'provider_rate']);
    expect(busy.retryAfterSeconds).toBeGreaterThan(0);
  });

  it(
    '[LIMIT-06] rejects pending requests when its memory is used up, and the next search starts a new thread',
    { timeout: 180_000 },
    async () => {
      const thread = startThread({}, { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 8 });
      await harness.provider.overrideNextResults({ count: 4_000 });
      const busy = await catchAppError(thread.buildPage(pageRequest()));
      expect(busy).toMatchObject({ code: 'SEARCH_BUSY', status: 503, retryAfterSeconds: 5 });
      expect((busy.cause as Error).message).toBe('the search thread exited');
      expect((await decompress(await thread.buildPage(pageRequest()))).toString()).toContain('"offers"');
    },
  );

  it('[LIMIT-06] rejects a page when twice as many as the provider budget are pending', async () => {
    const thread = startThread({ PROVIDER_BUDGET_PER_MINUTE: '6' });
    await harness.provider.injectFault({ method: 'POST', path: searchPaths, kind: 'hang' });
    const request = pageRequest();
    const pending = Array.from({ length: 12 }, (_, index) =>
      catchAppError(thread.buildPage({ ...request, page: index + 1 })),
    );
    const busy = await catchAppError(thread.buildPage(pageRequest()));
    expect(busy).toMatchObject({ code: 'SEARCH_BUSY', status: 503, retryAfterSeconds: 5 });
    expect(thread.countPending()).toBe(12);
    await thread.close();
    expect(new Set((await Promise.all(pending)).map(({ code }) => code))).toEqual(new Set(['SEARCH_BUSY']));
  });

  it('[LIMIT-01] [LIMIT-02] a client that asks for many pages of a cached search has a part of the pending ones, and leaves a cold search of another client unharmed', async () => {
    const thread = startThread({ PROVIDER_BUDGET_PER_MINUTE: '12' });
    const clientAt = (network: string): Client => [
      { kind: 'network', name: network },
      { kind: 'range', name: '203.0.113.0/24' },
    ];
    const cached = pageRequest({ client: clientAt('203.0.113.1') });
    await thread.buildPage(cached);
    let lastPage = 0;
    const buildPages = (network: string) =>
      Promise.allSettled(
        Array.from({ length: 40 }, () =>
          thread.buildPage({ ...cached, limit: 100, page: (lastPage += 1), client: clientAt(network) }),
        ),
      );
    const hostile = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map(buildPages);
    const others = thread.buildPage(pageRequest({ client: [{ kind: 'network', name: '198.51.100.1' }] }));
    const results = await Promise.all(hostile);
    const built = results.map((pages) => pages.filter(({ status }) => status === 'fulfilled').length);
    // A quarter, and the addresses of the /24 together a half, of twice the provider budget.
    expect(built).toEqual([6, 6, 0]);
    const refused = results.flat().find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({
      ...{ code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 5, limit: 'search_queue_client' },
      message: expect.stringContaining('Please try again in 5 seconds.'),
    });
    expect((await decompress(await others)).toString()).toContain('"offers"');
    expect(await thread.buildPage(cached)).toBeInstanceOf(Buffer);
  });

  it('[LIMIT-02] a client has at most two pending pages of sizes that are not cached, its range four; pages of our screens do not count', async () => {
    const thread = startThread();
    const clientAt = (network: string): Client => [
      { kind: 'network', name: network },
      { kind: 'range', name: '203.0.113.0/24' },
    ];
    const cached = pageRequest();
    await thread.buildPage(cached);
    let lastLimit = 4_000;
    const buildPages = (network: string, length: number, limit?: number) =>
      Array.from({ length }, (_, index) =>
        thread.buildPage({
          ...{ ...cached, page: limit ? index + 1 : 1, limit: limit ?? (lastLimit += 1) },
          client: clientAt(network),
        }),
      );
    const uncached = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((network) =>
      Promise.allSettled(buildPages(network, 5)),
    );
    const ofOurScreens = Promise.all(buildPages('203.0.113.1', 5, 100));
    const results = await Promise.all(uncached);
    const built = results.map((pages) => pages.filter(({ status }) => status === 'fulfilled').length);
    expect(built).toEqual([2, 2, 0]);
    expect(await ofOurScreens).toHaveLength(5);
    const refused = results.flat().find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({
      ...{ code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 5, limit: 'search_queue_client' },
    });
    expect(await Promise.all(buildPages('203.0.113.1', 2))).toHaveLength(2);
  });

  it('rejects pending requests when it exits, and the next search starts a new thread', async () => {
    const thread = startThread();
    await thread.buildPage(pageRequest());
    await harness.provider.injectFault({ method: 'POST', path: searchPaths, kind: 'hang' });
    const before = await harness.provider.countSearches();
    const pending = catchAppError(thread.buildPage(pageRequest()));
    await eventually(async () => ((await harness.provider.countSearches()) > before ? true : undefined));
    await thread.close();
    expect(await pending).toMatchObject({ code: 'SEARCH_BUSY', retryAfterSeconds: 5 });
    await harness.provider.clearFaults();
    expect((await decompress(await thread.buildPage(pageRequest()))).toString()).toContain('"offers"');
  });
});
