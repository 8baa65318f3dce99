import { searchRequestSchema } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { ResponseTooLargeError } from '@fareline/service-kit/call-with-limits';
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
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import { dateInDays } from '../testing/harness.ts';
import { createFlightProvider } from './flight-provider.ts';

const durable = connectRedis(testRedisUrl());
afterAll(() => durable.disconnect());

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

describe.each(calls)('%s', (_, call) => {
  it('[PROVIDER-11] ends the connection of a response that does not end in time', async () => {
    const { flightProvider, connectionClosed, countCalls } = await startProvider(drip, 60);
    const error = await call(flightProvider).catch((thrown: unknown) => thrown as AppError);
    expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', cause: expect.any(TimeoutError) as Error });
    await connectionClosed;
    expect(countCalls()).toBe(1);
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
