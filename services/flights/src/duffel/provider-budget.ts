import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@fareline/service-kit';
import type { Redis } from 'ioredis';
import { fromRedis } from '../redis/guard.ts';
import type { Keys } from '../redis/keys.ts';
import type { Timings } from '../timings.ts';

/** Who asks: searches and background checks, or someone on the way to a booking. */
export type BudgetShare = 'search' | 'booking';

/**
 * A log of the calls in the window, on Redis' own clock. Takes a place and answers 0, or answers the milliseconds until
 * enough calls have left the window. A log and not a bucket that refills: a refilled bucket allows twice the budget
 * around its first minute.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - window)
local used = redis.call('ZCARD', KEYS[1])
if used < limit then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], window)
  return 0
end
local leaving = redis.call('ZRANGE', KEYS[1], used - limit, used - limit, 'WITHSCORES')
return math.max(1, leaving[2] + window - now)
`;

export interface ProviderBudget {
  /** Takes one call out of the budget, waiting briefly. Throws SEARCH_BUSY with the seconds to wait. (D37, PROVIDER-07) */
  take(share: BudgetShare, waitMs?: number): Promise<void>;
}

/**
 * The provider's budget, shared by all replicas. Searches may use two thirds of it, searches and offers in a booking five
 * sixths; the rest is left to orders, which another service makes. (PROVIDER-06)
 */
export function createProviderBudget(
  redis: Redis,
  keys: Keys,
  perMinute: number,
  timings: Pick<Timings, 'budgetWindow' | 'budgetWait'>,
): ProviderBudget {
  const limits: Record<BudgetShare, number> = {
    search: Math.floor((perMinute * 2) / 3),
    booking: Math.floor((perMinute * 5) / 6),
  };
  return {
    async take(share, waitMs = timings.budgetWait) {
      const end = Date.now() + waitMs;
      for (;;) {
        const call = redis.eval(
          takeScript,
          1,
          keys.budget,
          timings.budgetWindow,
          limits[share],
          randomUUID(),
        );
        const wait = Number(await fromRedis(call));
        if (wait === 0) return;
        if (Date.now() + wait > end)
          throw new AppError('SEARCH_BUSY', {
            retryAfterSeconds: Math.ceil(wait / 1000),
            cause: new Error(`the provider's budget for ${share} is used up`),
          });
        await sleep(wait);
      }
    },
  };
}
