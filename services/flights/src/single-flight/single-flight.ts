import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@fareline/contracts';
import { errorCodes } from '@fareline/contracts/errors';
import { AppError, limitNames } from '@fareline/service-kit/app-error';
import { checkDeadline, runWithoutDeadline, waitUntilDeadline } from '@fareline/service-kit/deadline';
import type { RedisClient } from '@fareline/service-kit/redis';
import { z } from 'zod';
import type { Client } from '@fareline/service-kit/limits/client';
import type { Durations } from '../durations.ts';
import type { Keys } from '../redis/keys.ts';
import { deserialiseError, serialiseError } from '../serialised-error.ts';
import type { CompletionEvents } from './completion-events.ts';

/** Acquires the lock and deletes the error of the previous leader; returns 1 if the lock was free. */
const acquireScript = `
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then
  redis.call('DEL', KEYS[2])
  return 1
end
return 0
`;
const renewScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
`;
/** Releases the lock and stores the leader's error if the leader still owns the lock, then publishes the completion. */
const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  if ARGV[3] ~= '' then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
end
redis.call('PUBLISH', ARGV[5], ARGV[2])
`;

const storedErrorSchema = z.object({
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
  limit: z.enum(limitNames).optional(),
});

/** Determined only when it is needed. */
type GetClient = () => Client | undefined;

interface SingleFlightTask<T> {
  key: string;
  /** Returns the stored result, if there is one. */
  read(): Promise<T | undefined>;
  /** Produces the result and stores it. */
  load(): Promise<T>;
  /** The client whose limits `load` counts. */
  client?: Client | undefined;
}

export interface SingleFlight {
  /**
   * Shares one `load` among concurrent calls with the same key in this thread; a client's limit is not shared with other clients. Each
   * call waits until the deadline of its own request; a load that has begun goes on.
   */
  coalesce<T>(key: string, load: () => Promise<T>, getClient?: GetClient): Promise<T>;
  /**
   * Coalesces over all replicas. Returns the stored result, else the leader's; followers receive the leader's error, unless it
   * is a limit of the leader's client: then they try themselves. (CACHE-04, LIMIT-02)
   */
  run<T>(task: SingleFlightTask<T>): Promise<T>;
}

/** A limit of one client, which does not concern others that wait for the same result. */
const isClientLimit = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'TOO_MANY_REQUESTS';

const toClientName = (getClient: GetClient): string => (getClient() ?? []).map(({ name }) => name).join(' ');

type Options = Pick<Durations, 'lockTtl' | 'failureTtl' | 'singleFlightTimeout'>;

/** Coalesces concurrent calls with the same key, within this thread by a map of promises and across replicas by a Redis lock. */
export function createSingleFlight(
  durable: RedisClient,
  keys: Keys,
  completionEvents: CompletionEvents,
  durations: Options,
): SingleFlight {
  const pendingLoads = new Map<string, { promise: Promise<unknown>; getClient: GetClient }>();

  async function coalesce<T>(
    key: string,
    load: () => Promise<T>,
    getClient: GetClient = () => undefined,
  ): Promise<T> {
    for (;;) {
      const pending = pendingLoads.get(key);
      if (!pending) break;
      try {
        return (await waitUntilDeadline(pending.promise)) as T;
      } catch (error) {
        if (!isClientLimit(error) || toClientName(pending.getClient) === toClientName(getClient)) throw error;
      }
    }
    checkDeadline();
    const promise = runWithoutDeadline(load).finally(() => pendingLoads.delete(key));
    pendingLoads.set(key, { promise, getClient });
    return waitUntilDeadline(promise);
  }

  async function runAsLeader<T>(task: SingleFlightTask<T>, token: string): Promise<T> {
    const lock = keys.lock(task.key);
    const renewal = setInterval(() => {
      durable.eval(renewScript, 1, lock, token, durations.lockTtl).catch(() => undefined);
    }, durations.lockTtl / 3);
    let storedError = '';
    try {
      // Another leader may have finished between the first read and the lock.
      return (await task.read()) ?? (await task.load());
    } catch (error) {
      if (!isClientLimit(error)) storedError = JSON.stringify(serialiseError(error));
      throw error;
    } finally {
      clearInterval(renewal);
      // If Redis is down the lock expires.
      await durable
        .eval(
          releaseScript,
          2,
          lock,
          keys.failure(task.key),
          token,
          task.key,
          storedError,
          durations.failureTtl,
          keys.completions,
        )
        .catch(() => undefined);
    }
  }

  /** Waits until the leader has finished, its lock has expired or a poll interval is over; throws the leader's error. */
  async function waitForLeader(key: string): Promise<void> {
    const completion = completionEvents.subscribe(key);
    try {
      const lockMsLeft = await durable.pttl(keys.lock(key)).catch(() => 0);
      if (lockMsLeft > 0) await completion.wait(Math.min(lockMsLeft + 5, durations.lockTtl / 4));
    } finally {
      completion.unsubscribe();
    }
    const storedError = await durable.get(keys.failure(key)).catch(() => null);
    if (storedError)
      throw deserialiseError(
        storedErrorSchema.parse(JSON.parse(storedError)),
        'the single flight leader failed',
      );
  }

  async function runTask<T>(task: SingleFlightTask<T>): Promise<T> {
    const deadline = Date.now() + durations.singleFlightTimeout;
    for (;;) {
      const stored = await task.read();
      if (stored !== undefined) return stored;
      const token = randomUUID();
      const lockKeys = [keys.lock(task.key), keys.failure(task.key)];
      // If Redis is down there is no lock, so every replica has its own leader.
      const acquired = await durable
        .eval(acquireScript, 2, ...lockKeys, token, durations.lockTtl)
        .catch(() => 1);
      if (acquired === 1) return runAsLeader(task, token);
      if (Date.now() > deadline)
        throw new AppError('PROVIDER_UNAVAILABLE', { cause: new Error(`timed out waiting for ${task.key}`) });
      await waitForLeader(task.key);
    }
  }

  return {
    coalesce,
    run: (task) =>
      coalesce(
        task.key,
        () => runTask(task),
        () => task.client,
      ),
  };
}
