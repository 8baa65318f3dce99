import { messageFor } from '@fareline/contracts/errors';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import { search, startSharedHarness, uniqueSearch } from '../testing/harness.ts';
import { createOfferRepository } from './offer.repository.ts';

const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness();
afterAll(() => redis.disconnect());

it('[DEPART-01] [DEPART-02] an offer that closed before its departure says so, and not that it expired', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix);
  const keys = createKeys(prefix);
  const { log } = Fastify();
  const offers = createOfferRepository({
    cache: redis,
    durable: redis,
    keys,
    durations: defaultDurations,
    log,
  });
  const { offers: listed } = await search(app, uniqueSearch());
  const { id } = listed[0]!;
  const found = await offers.read(id);
  if (found.state !== 'stored') throw new Error('not stored');
  const expires_at = new Date(Date.now() + 300).toISOString();
  const offer = { ...found.record.offer, expires_at };
  await offers.write({ ...found.record, offer, closesBeforeDeparture: true });
  const error = 'DEPARTURE_TOO_CLOSE';
  // A request before the expiry would make the replica check the offer at the provider.
  await eventually(async () => ((await offers.read(id)).state === 'expired' ? true : undefined));
  const verified = await app.inject({ url: `/api/flights/verify-offer/${id}` });
  expect(verified.json()).toMatchObject({ valid: false, error, message: messageFor(error) });
  for (const url of [`/api/flights/offer/${id}`, `/api/flights/seatmaps/${id}`]) {
    const { statusCode, body } = await app.inject({ url });
    expect([url, statusCode, JSON.parse(body)]).toMatchObject([url, 410, { error }]);
  }
});
