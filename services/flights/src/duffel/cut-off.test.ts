import { searchRequestSchema } from '@fareline/contracts/schemas';
import { ResponseTooLargeError } from '@fareline/service-kit/call-with-limits';
import { createRequestContext, runInRequestContext } from '@fareline/service-kit/request-context';
import { connectRedis } from '@fareline/service-kit/redis';
import { TimeoutError } from '@fareline/service-kit/with-timeout';
import {
  drip,
  sendEndlessly,
  startBrokenProvider,
  testRedisUrl,
  uniqueName,
} from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import { dateInDays } from '../testing/harness.ts';
import { createFlightProvider } from './flight-provider.ts';

const durable = connectRedis(testRedisUrl());
afterAll(() => durable.disconnect());
afterEach(() => vi.useRealTimers());

const query = searchRequestSchema.parse({
  ...{ origin: 'LHR', destination: 'JFK', departureDate: dateInDays(30), adultsCount: 1 },
});

async function startProvider(respond: typeof drip, timeout: number) {
  const broken = await startBrokenProvider(respond);
  onTestFinished(broken.close);
  const flightProvider = createFlightProvider(
    {
      DUFFEL_TOKEN_TEST: 'duffel_test_flights',
      DUFFEL_TOKEN_LIVE: undefined,
      DUFFEL_BASE_PATH: broken.url,
      PROVIDER_BUDGET_PER_MINUTE: 600,
      BOOKING_CLOSES_MINUTES: 60,
    },
    {
      durable,
      keys: createKeys(uniqueName('flights')),
      durations: { ...defaultDurations, searchTimeout: timeout, readTimeout: timeout, retryDelay: 1 },
      log: Fastify().log,
    },
  );
  return { ...broken, flightProvider };
}
type Provider = Awaited<ReturnType<typeof startProvider>>['flightProvider'];

const calls: [string, (provider: Provider) => Promise<unknown>][] = [
  ['a search', (provider) => provider.search('test', query, { share: 'search' })],
  [
    'a search in batches',
    (provider) => provider.searchWithProgress('test', query, undefined, async () => undefined),
  ],
  ['an offer', (provider) => provider.getOffer('test', 'off_1', { share: 'booking' })],
  ['seat maps', (provider) => provider.getSeatMaps('test', 'off_1', { share: 'booking' })],
];

/** Stops the clock and its timers, so that what a test waits for does not depend on the speed of the machine. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });

/** Lets so much time pass once the provider has the call, which then ends without being tried again. */
async function expectCutOff(
  { callReceived, connectionClosed, countCalls }: Awaited<ReturnType<typeof startProvider>>,
  call: Promise<unknown>,
  ms: number,
): Promise<void> {
  const failed = expect(call).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    cause: expect.any(TimeoutError) as Error,
  });
  await callReceived;
  vi.advanceTimersByTime(ms);
  await failed;
  await connectionClosed;
  expect(countCalls()).toBe(1);
}

describe.each(calls)('%s', (_, call) => {
  it('[PROVIDER-11] ends the connection of a response that does not end in time', async () => {
    stopClock();
    const started = await startProvider(drip, 60_000);
    await expectCutOff(started, call(started.flightProvider), 60_000);
  });
});

describe('for a caller that waits', () => {
  const waitFor = (msLeft: number, call: () => Promise<unknown>) => {
    const deadline = Date.now() + msLeft;
    return runInRequestContext({ ...createRequestContext(), deadline }, call);
  };

  it('[PROVIDER-11] less long than the call may take, ends its connection then', async () => {
    stopClock();
    const started = await startProvider(drip, 60_000);
    const call = waitFor(500, () => started.flightProvider.getOffer('test', 'off_1', { share: 'booking' }));
    await expectCutOff(started, call, 500);
  });

  it('[PROVIDER-06] no longer, makes no call and takes none out of the budget', async () => {
    const { flightProvider, countCalls } = await startProvider(drip, 60_000);
    const count = vi.spyOn(durable, 'eval');
    onTestFinished(() => count.mockRestore());
    for (const share of ['payment', 'booking'] as const) {
      const call = waitFor(0, () => flightProvider.search('test', query, { share }));
      await expect(call).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    expect([countCalls(), count.mock.calls.length]).toEqual([0, 0]);
  });
});

it('[PROVIDER-11] ends the connection of a response without an end, and does not try again', async () => {
  const { flightProvider, connectionClosed, countCalls } = await startProvider(sendEndlessly, 60_000);
  const error = await flightProvider
    .search('test', query, { share: 'search' })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    cause: expect.any(ResponseTooLargeError) as Error,
  });
  await connectionClosed;
  expect(countCalls()).toBe(1);
});
