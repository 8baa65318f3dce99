import { randomUUID } from 'node:crypto';
import { AppError, concurrency } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import { readClient } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { orServiceUnavailable } from '../redis/commands.ts';

const retryAfterSeconds = 5;
const limit = 'streams';
const meanwhile = 'Your search goes on, and its results appear when it is complete.';

/** Adds a stream to every key, all or none, on the clock of Redis; the entries of a crashed replica expire. */
const acquireScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for index, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, 0, now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[2 + index]) then return 0 end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 1
`;

/** Ends the count of a stream after its minimum, so that streams that are closed and opened at once are limited too. */
const releaseScript = `
for _, key in ipairs(KEYS) do
  local expiry = redis.call('ZSCORE', key, ARGV[1])
  if expiry then redis.call('ZADD', key, expiry - ARGV[2] + ARGV[3], ARGV[1]) end
end
`;

/** Counts the open streams of this replica. */
export const createOpenStreams = () =>
  concurrency(
    limits.streams,
    () =>
      new AppError('SERVICE_UNAVAILABLE', {
        message: `Early results are not available right now. ${meanwhile}`,
        retryAfterSeconds,
        limit,
      }),
  );

/**
 * Counts a stream of the client over all replicas and returns a function that ends the count; throws TOO_MANY_REQUESTS over
 * the limit. (LIMIT-02)
 */
export async function countStream(
  { config, durable, keys, durations }: Deps,
  request: FastifyRequest,
): Promise<() => void> {
  const client = readClient(request, config.SITE_ORIGIN);
  const streamKeys = client.map(({ name }) => keys.streams(name));
  const max = client.map(({ kind }) => limits.streamsOfClient[kind]);
  const id = randomUUID();
  // No stream lasts longer than the single flight timeout.
  const { singleFlightTimeout: maxMs, minStreamCount: minMs } = durations;
  const acquired = await orServiceUnavailable(
    durable.eval(acquireScript, streamKeys.length, ...streamKeys, id, maxMs, ...max),
  );
  if (acquired !== 1) {
    const message = `Too many searches of your connection show early results. ${meanwhile}`;
    throw new AppError('TOO_MANY_REQUESTS', { message, retryAfterSeconds, limit });
  }
  return () => {
    durable.eval(releaseScript, streamKeys.length, ...streamKeys, id, maxMs, minMs).catch(() => undefined);
  };
}
