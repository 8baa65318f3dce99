import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@fareline/service-kit/app-error';
import type { Redis } from 'ioredis';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';

/** Who asks: searches and background checks, or someone on the way to a booking. */
export type BudgetShare = 'search' | 'booking';

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * A log of the calls in the window, on Redis' own clock. Takes a place for each call named and answers 0, or answers the
 * milliseconds until enough calls have left the window. A log and not a bucket that refills: a refilled bucket allows
 * twice the budget around its first minute.
 */
const takeScript = `${now}
local window, limit, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), #ARGV - 2
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - window)
local used = redis.call('ZCARD', KEYS[1])
if used + wanted <= limit then
  for index = 3, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[index]) end
  redis.call('PEXPIRE', KEYS[1], window)
  return 0
end
local leaving = redis.call('ZRANGE', KEYS[1], used + wanted - limit - 1, used + wanted - limit - 1, 'WITHSCORES')
return leaving[2] and math.max(1, leaving[2] + window - now) or window
`;

/** A call set aside counts from when it is made: the provider's window does. */
const useScript = `${now}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;

/** The part of a limit that one process uses alone: two replicas then stay within the budget together. */
const shareAlone = 1 / 4;

/** The calls of this process for as long as Redis does not answer; like the script, 0 or the milliseconds to wait. */
function createLocalLog(windowMs: number) {
  let calls: number[] = [];
  return (wanted: number, limit: number): number => {
    const now = Date.now();
    calls = calls.filter((at) => at > now - windowMs);
    const excess = calls.length + wanted - Math.max(1, Math.floor(limit * shareAlone));
    if (excess > 0) return Math.max(1, (calls[excess - 1] ?? now) + windowMs - now);
    calls.push(...Array.from({ length: wanted }, () => now));
    return 0;
  };
}

/** Calls set aside for one search in batches. */
export interface BudgetReservation {
  /** Pays for one call. Throws SEARCH_BUSY when there is nothing left for early results. */
  pay(): Promise<void>;
  /** Gives back what was not used. */
  close(): Promise<void>;
}

export interface ProviderBudget {
  /** Takes one call out of the budget, waiting briefly. Throws SEARCH_BUSY with the seconds to wait. (D37, PROVIDER-07) */
  take(share: BudgetShare, waitMs?: number): Promise<void>;
  /** Sets calls aside for early results, all or none: undefined once half of the searches' share is in use. */
  reserve(count: number): Promise<BudgetReservation | undefined>;
}

/**
 * The provider's budget, shared by all replicas. Searches may use two thirds of it, half of that for early results; searches
 * and offers in a booking five sixths; the rest is left to orders, which another service makes. Without Redis each process
 * goes on with a small part. (PROVIDER-06)
 */
export function createProviderBudget(
  durable: Redis,
  keys: Keys,
  perMinute: number,
  durations: Pick<Durations, 'budgetWindow' | 'maxBudgetWait'>,
): ProviderBudget {
  const searches = Math.floor((perMinute * 2) / 3);
  const limits: Record<BudgetShare, number> = {
    search: searches,
    booking: Math.floor((perMinute * 5) / 6),
  };
  const takeAlone = createLocalLog(durations.budgetWindow);
  const limitOfEarlyResults = Math.floor(searches / 2);

  /** 0, or the milliseconds until there is room. */
  const askFor = async (calls: readonly string[], limit: number): Promise<number> => {
    try {
      return Number(await durable.eval(takeScript, 1, keys.budget, durations.budgetWindow, limit, ...calls));
    } catch {
      return takeAlone(calls.length, limit);
    }
  };

  const busy = (waitMs: number, what: string) =>
    new AppError('SEARCH_BUSY', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
      cause: new Error(`the provider's budget for ${what} is used up`),
    });

  return {
    async take(share, waitMs = durations.maxBudgetWait) {
      const end = Date.now() + waitMs;
      for (;;) {
        const wait = await askFor([randomUUID()], limits[share]);
        if (wait === 0) return;
        if (Date.now() + wait > end) throw busy(wait, share);
        await sleep(wait);
      }
    },

    async reserve(count) {
      const left = Array.from({ length: count }, () => randomUUID());
      if ((await askFor(left, limitOfEarlyResults)) > 0) return undefined;
      return {
        async pay() {
          const call = left.pop();
          if (call !== undefined) {
            // Without Redis it counts from when it was set aside.
            await durable
              .eval(useScript, 1, keys.budget, call, durations.budgetWindow)
              .catch(() => undefined);
            return;
          }
          const wait = await askFor([randomUUID()], limitOfEarlyResults);
          if (wait > 0) throw busy(wait, 'early results');
        },
        async close() {
          // Without Redis they leave the window by themselves.
          if (left.length > 0) await durable.zrem(keys.budget, ...left.splice(0)).catch(() => undefined);
        },
      };
    },
  };
}
