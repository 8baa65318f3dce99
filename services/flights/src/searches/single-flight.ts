import { randomUUID } from 'node:crypto';
import { AppError } from '@fareline/service-kit/app-error';
import type { ErrorCode } from '@fareline/contracts';
import { errorCodes } from '@fareline/contracts/errors';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { deserialiseError, serialiseError } from '../serialised-error.ts';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';
import type { CompletionEvents } from './completion-events.ts';

/** Takes the lock and forgets the failure of the one before; 1 when it was free. */
const acquireScript = `
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then
  redis.call('DEL', KEYS[2])
  return 1
end
return 0
`;
const beatScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
`;
/** Frees the lock if it is still ours, keeps a failure for those who wait, and tells them. */
const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  if ARGV[3] ~= '' then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
end
redis.call('PUBLISH', ARGV[5], ARGV[2])
`;

const failureSchema = z.object({
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
});

export interface Flight<T> {
  name: string;
  /** The result where it is stored already. */
  look(): Promise<T | undefined>;
  /** Does the work and stores its result. */
  lead(): Promise<T>;
}

export interface SingleFlight {
  /** The stored result, else the leader's; its failure reaches everybody who waited. (CACHE-04) */
  fly<T>(flight: Flight<T>): Promise<T>;
}

type Options = Pick<Durations, 'lockTtl' | 'failureTtl' | 'singleFlightTimeout'>;

/** One piece of work at a time under one name, over all replicas: a local map of promises, then a lock in Redis. */
export function createSingleFlight(
  durable: Redis,
  keys: Keys,
  completionEvents: CompletionEvents,
  durations: Options,
): SingleFlight {
  const underWay = new Map<string, Promise<unknown>>();

  async function lead<T>(flight: Flight<T>, token: string): Promise<T> {
    const lock = keys.lock(flight.name);
    const beat = setInterval(() => {
      durable.eval(beatScript, 1, lock, token, durations.lockTtl).catch(() => undefined);
    }, durations.lockTtl / 3);
    let failure = '';
    try {
      // Another leader may have landed between our look and our lock.
      return (await flight.look()) ?? (await flight.lead());
    } catch (error) {
      failure = JSON.stringify(serialiseError(error));
      throw error;
    } finally {
      clearInterval(beat);
      // Without Redis the lock lapses by itself.
      await durable
        .eval(
          releaseScript,
          2,
          lock,
          keys.failure(flight.name),
          token,
          flight.name,
          failure,
          durations.failureTtl,
          keys.landed,
        )
        .catch(() => undefined);
    }
  }

  /** Until the leader has landed or its lock has lapsed; throws its failure. */
  async function wait(name: string): Promise<void> {
    const landing = completionEvents.next(name);
    try {
      const left = await durable.pttl(keys.lock(name)).catch(() => 0);
      if (left > 0) await landing.within(Math.min(left + 5, durations.lockTtl / 4));
    } finally {
      landing.forget();
    }
    const failure = await durable.get(keys.failure(name)).catch(() => null);
    if (failure)
      throw deserialiseError(failureSchema.parse(JSON.parse(failure)), 'the leader of this flight failed');
  }

  async function fly<T>(flight: Flight<T>): Promise<T> {
    const end = Date.now() + durations.singleFlightTimeout;
    for (;;) {
      const found = await flight.look();
      if (found !== undefined) return found;
      const token = randomUUID();
      const locks = [keys.lock(flight.name), keys.failure(flight.name)];
      // Without Redis there is no lock: each replica then leads its own.
      const isOurs = await durable.eval(acquireScript, 2, ...locks, token, durations.lockTtl).catch(() => 1);
      if (isOurs === 1) return lead(flight, token);
      if (Date.now() > end)
        throw new AppError('PROVIDER_UNAVAILABLE', { cause: new Error(`waited for ${flight.name}`) });
      await wait(flight.name);
    }
  }

  return {
    fly<T>(flight: Flight<T>): Promise<T> {
      const current = underWay.get(flight.name);
      if (current) return current as Promise<T>;
      const promise = fly(flight).finally(() => underWay.delete(flight.name));
      underWay.set(flight.name, promise);
      return promise;
    },
  };
}
