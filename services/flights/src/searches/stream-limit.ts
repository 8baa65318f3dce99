import { randomUUID } from 'node:crypto';
import { AppError } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';

/** Streams that one client may have open at once: an office shares an IP address, a browser has a few tabs. (D65) */
export const maxStreams = { address: 24, visitor: 8 } as const;

const retryAfterSeconds = 5;

/** Takes a place at each key, all or none, on Redis' own clock; places of a replica that died end by themselves. */
const openScript = `
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

/** An IPv4 address, or the /64 network that a client of IPv6 has to itself. */
export function toClientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail = ''] = address.split('::');
  const [first, last] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = address.includes('::') ? 8 - (first?.length ?? 0) - (last?.length ?? 0) : 0;
  const groups = [...(first ?? []), ...Array.from({ length: zeros }, () => '0'), ...(last ?? [])];
  return groups.slice(0, 4).join(':').toLowerCase();
}

/** A browser that has paid or booked has a cookie of this name. */
const visitorOf = ({ cookies }: FastifyRequest): string | undefined =>
  /^[\w-]{16,64}$/.exec(cookies.visitor ?? '')?.[0];

/** Counts the open streams of each client over all replicas. The function returned ends the stream; TOO_MANY_REQUESTS over the limit. */
export type OpenStream = (request: FastifyRequest) => Promise<() => void>;

export function createStreamLimit(
  durable: Redis,
  keys: Keys,
  durations: Pick<Durations, 'singleFlightTimeout'>,
): OpenStream {
  return async (request) => {
    const visitor = visitorOf(request);
    const places: [key: string, limit: number][] = [
      [keys.streams(toClientNetwork(request.ip)), maxStreams.address],
      ...(visitor ? [[keys.streams(visitor), maxStreams.visitor] as [string, number]] : []),
    ];
    const [names, limits] = [places.map(([key]) => key), places.map(([, limit]) => limit)];
    const id = randomUUID();
    // No stream lasts longer than a search is waited for.
    const opened = await orServiceUnavailable(
      durable.eval(openScript, names.length, ...names, id, durations.singleFlightTimeout, ...limits),
    );
    if (opened !== 1) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
    return () => {
      for (const name of names) durable.zrem(name, id).catch(() => undefined);
    };
  };
}
