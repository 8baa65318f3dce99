import { randomUUID } from 'node:crypto';
import { AppError } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import { readClient } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { orServiceUnavailable } from '../redis/commands.ts';

/** Concurrent streams of one client: an office may share an IP address, a browser may have a few tabs. (LIMIT-02) */
export const maxStreams = { network: 24, range: 72, visitor: 8 } as const;

/** Open streams of a replica, many more than there are searches in the time of one. (LIMIT-06) */
export const maxStreamsOfReplica = 256;

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

/** Throws SERVICE_UNAVAILABLE if a replica with these open streams takes no further one. (LIMIT-06) */
export function rejectBeyondCapacity(openStreams: number): void {
  if (openStreams < maxStreamsOfReplica) return;
  const message = `Early results are not available right now. ${meanwhile}`;
  throw new AppError('SERVICE_UNAVAILABLE', { message, retryAfterSeconds, limit });
}

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
  const limits = client.map(({ kind }) => maxStreams[kind]);
  const id = randomUUID();
  // No stream lasts longer than the single flight timeout.
  const { singleFlightTimeout: maxMs, minStreamCount: minMs } = durations;
  const acquired = await orServiceUnavailable(
    durable.eval(acquireScript, streamKeys.length, ...streamKeys, id, maxMs, ...limits),
  );
  if (acquired !== 1) {
    const message = `Too many searches of your connection show early results. ${meanwhile}`;
    throw new AppError('TOO_MANY_REQUESTS', { message, retryAfterSeconds, limit });
  }
  return () => {
    durable.eval(releaseScript, streamKeys.length, ...streamKeys, id, maxMs, minMs).catch(() => undefined);
  };
}
