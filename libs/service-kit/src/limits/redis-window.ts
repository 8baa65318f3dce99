import type { RedisClient } from '../redis.ts';
import type { KeyLimit } from './memory-window.ts';
import type { Reached } from './per-window.ts';

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Sliding window logs of attempts, on the clock of Redis. Adds an entry for each attempt to every log, or returns the log with the
 * longest wait and that wait in milliseconds. If the clock was set back, later entries count as made now, so that no wait is longer
 * than the window. A token bucket would allow twice the limit within its first window.
 */
const countScript = `${now}
local window, wanted = tonumber(ARGV[1]), tonumber(ARGV[2])
local longest, refusing = 0, 0
for index, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, 0, now - window)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. now, '+inf')) do redis.call('ZADD', key, now, id) end
  local excess = redis.call('ZCARD', key) + wanted - tonumber(ARGV[2 + index])
  if excess > 0 then
    local leaving = redis.call('ZRANGE', key, excess - 1, excess - 1, 'WITHSCORES')
    local wait = leaving[2] and math.max(1, leaving[2] + window - now) or window
    if wait > longest then longest, refusing = wait, index end
  end
end
if longest > 0 then return { longest, refusing } end
for _, key in ipairs(KEYS) do
  for index = 3 + #KEYS, #ARGV do redis.call('ZADD', key, now, ARGV[index]) end
  redis.call('PEXPIRE', key, window)
end
return { 0, 0 }
`;

const recordScript = `${now}
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
`;

const sizesScript = `${now}
local sizes = {}
for index, key in ipairs(KEYS) do sizes[index] = redis.call('ZCOUNT', key, '(' .. (now - ARGV[1]), '+inf') end
return sizes
`;

/** The window of all replicas. Rejects without Redis. */
export const redisWindow = (redis: RedisClient, windowMs: number) => ({
  /** Counts attempts by their ids, all or none; returns the limit with the longest wait of those that refuse them. */
  async count<Limit extends KeyLimit>(
    limits: readonly Limit[],
    ids: readonly string[],
  ): Promise<Reached<Limit> | undefined> {
    const keys = limits.map(({ key }) => key);
    const sizes = limits.map(({ max }) => max);
    const args = [windowMs, ids.length, ...sizes, ...ids];
    const [waitMs, index] = (await redis.eval(countScript, keys.length, ...keys, ...args)) as [
      number,
      number,
    ];
    const limit = limits[index - 1];
    return limit && { waitMs, limit };
  },

  /** Counts an attempt whatever the limits; one that was counted before then counts from now. */
  async record(limits: readonly KeyLimit[], id: string): Promise<void> {
    const keys = limits.map(({ key }) => key);
    await redis.eval(recordScript, keys.length, ...keys, id, windowMs);
  },

  async remove(limits: readonly KeyLimit[], ids: readonly string[]): Promise<void> {
    await Promise.all(limits.map(({ key }) => redis.zrem(key, ...ids)));
  },

  /** Lets an attempt count until so long after it was made. */
  async shorten(limits: readonly KeyLimit[], id: string, ms: number): Promise<void> {
    await Promise.all(limits.map(({ key }) => redis.zadd(key, 'XX', 'INCR', ms - windowMs, id)));
  },

  sizes: async (keys: readonly string[]): Promise<number[]> =>
    (await redis.eval(sizesScript, keys.length, ...keys, windowMs)) as number[],
});
