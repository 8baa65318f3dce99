import { randomUUID } from 'node:crypto';
import { AppError, readVisitorId, toClientNetwork } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { orServiceUnavailable } from '../redis/commands.ts';

/** Concurrent streams of one client: an office may share an IP address, a browser may have a few tabs. (D65) */
export const maxStreams = { ipAddress: 24, visitor: 8 } as const;

const retryAfterSeconds = 5;

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

/**
 * Counts a stream of the client over all replicas and returns a function that ends the count; throws TOO_MANY_REQUESTS over
 * the limit.
 */
export async function countStream(
  { config, durable, keys, durations }: Deps,
  request: FastifyRequest,
): Promise<() => void> {
  const visitor = readVisitorId(request, config.SITE_ORIGIN);
  const keyLimits: [key: string, limit: number][] = [
    [keys.streams(toClientNetwork(request.ip)), maxStreams.ipAddress],
    ...(visitor ? [[keys.streams(visitor), maxStreams.visitor] as [string, number]] : []),
  ];
  const [streamKeys, limits] = [keyLimits.map(([key]) => key), keyLimits.map(([, limit]) => limit)];
  const id = randomUUID();
  // No stream lasts longer than the single flight timeout.
  const acquired = await orServiceUnavailable(
    durable.eval(
      acquireScript,
      streamKeys.length,
      ...streamKeys,
      id,
      durations.singleFlightTimeout,
      ...limits,
    ),
  );
  if (acquired !== 1) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
  return () => {
    for (const key of streamKeys) durable.zrem(key, id).catch(() => undefined);
  };
}
