import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@fareline/service-kit/app-error';
import type { Redis } from 'ioredis';
import type { Durations } from '../durations.ts';
import type { Keys } from '../redis/keys.ts';

/** Share that a call counts against: searches and background checks, or the booking flow. */
export type BudgetShare = 'search' | 'booking';

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Sliding window log of calls, on the clock of Redis. Adds an entry for each call and returns 0, or returns the milliseconds
 * until enough entries have left the window. Not a token bucket, which would allow twice the budget within its first minute.
 */
const acquireScript = `${now}
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

/** A reserved call counts from the moment it is made, as in the provider's own window. */
const consumeScript = `${now}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;

/** Share of a limit that one process may use while Redis is down, so that two replicas together stay within the budget. */
const localShare = 1 / 4;

/** Counts the calls of this process while Redis is down; like the script it returns 0 or the milliseconds to wait. */
function createLocalCallLog(windowMs: number) {
  let calls: number[] = [];
  return (wanted: number, limit: number): number => {
    const now = Date.now();
    calls = calls.filter((time) => time > now - windowMs);
    const excess = calls.length + wanted - Math.max(1, Math.floor(limit * localShare));
    if (excess > 0) return Math.max(1, (calls[excess - 1] ?? now) + windowMs - now);
    calls.push(...Array.from({ length: wanted }, () => now));
    return 0;
  };
}

/** Calls reserved for one search in batches. */
export interface BudgetReservation {
  /** Consumes one reserved call, or acquires a further one; throws SEARCH_BUSY if the budget for early results is used up. */
  consume(): Promise<void>;
  /** Returns unused calls to the budget. */
  release(): Promise<void>;
}

interface ProviderBudget {
  /** Acquires one call, waiting briefly if necessary; throws SEARCH_BUSY with the seconds to wait. (D37, PROVIDER-07) */
  acquire(share: BudgetShare, waitMs?: number): Promise<void>;
  /** Reserves calls for early results, all or none; undefined if half of the searches' share is in use. */
  reserve(count: number): Promise<BudgetReservation | undefined>;
}

/**
 * Rate budget of provider calls, shared by all replicas. Searches may use two thirds of it, half of that for early results;
 * the booking flow five sixths; the rest remains for orders, which the payments service places. Without Redis each process
 * continues with a small share. (PROVIDER-06)
 */
export function createProviderBudget(
  durable: Redis,
  keys: Keys,
  perMinute: number,
  durations: Pick<Durations, 'budgetWindow' | 'maxBudgetWait'>,
): ProviderBudget {
  const searchLimit = Math.floor((perMinute * 2) / 3);
  const limits: Record<BudgetShare, number> = {
    search: searchLimit,
    booking: Math.floor((perMinute * 5) / 6),
  };
  const acquireLocally = createLocalCallLog(durations.budgetWindow);
  const progressLimit = Math.floor(searchLimit / 2);

  /** Returns 0, or the milliseconds until the calls fit into the limit. */
  const tryAcquire = async (calls: readonly string[], limit: number): Promise<number> => {
    try {
      return Number(
        await durable.eval(acquireScript, 1, keys.budget, durations.budgetWindow, limit, ...calls),
      );
    } catch {
      return acquireLocally(calls.length, limit);
    }
  };

  const searchBusyError = (waitMs: number, purpose: string) =>
    new AppError('SEARCH_BUSY', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
      cause: new Error(`the provider budget for ${purpose} is used up`),
    });

  return {
    async acquire(share, waitMs = durations.maxBudgetWait) {
      const deadline = Date.now() + waitMs;
      for (;;) {
        const wait = await tryAcquire([randomUUID()], limits[share]);
        if (wait === 0) return;
        if (Date.now() + wait > deadline) throw searchBusyError(wait, share);
        await sleep(wait);
      }
    },

    async reserve(count) {
      const reservedCalls = Array.from({ length: count }, () => randomUUID());
      if ((await tryAcquire(reservedCalls, progressLimit)) > 0) return undefined;
      return {
        async consume() {
          const call = reservedCalls.pop();
          if (call !== undefined) {
            // If Redis is down the call counts from its reservation.
            await durable
              .eval(consumeScript, 1, keys.budget, call, durations.budgetWindow)
              .catch(() => undefined);
            return;
          }
          const wait = await tryAcquire([randomUUID()], progressLimit);
          if (wait > 0) throw searchBusyError(wait, 'early results');
        },
        async release() {
          // If Redis is down the entries expire with the window.
          if (reservedCalls.length > 0)
            await durable.zrem(keys.budget, ...reservedCalls.splice(0)).catch(() => undefined);
        },
      };
    },
  };
}
