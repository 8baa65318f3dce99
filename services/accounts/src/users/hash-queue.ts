import { availableParallelism } from 'node:os';
import { AppError } from '@fareline/service-kit/app-error';
import { toClient, type Client } from '@fareline/service-kit/limits/client';
import { concurrency } from '@fareline/service-kit/limits/concurrency';
import type { FastifyRequest } from 'fastify';
import { limits } from '../limits.ts';

export interface HashClient {
  names: Client;
  /** Aborted when the client has disconnected. */
  signal: AbortSignal;
}

export const toHashClient = ({ ip, signal }: FastifyRequest): HashClient => ({
  names: toClient(ip),
  signal,
});

/** Concurrent computations, each of which uses a CPU core and 19 MiB: one core stays free for everything else. */
const maxRunning = availableParallelism() > 2 ? 2 : 1;

const retryAfterSeconds = 5;

const waiting = concurrency(limits.waitingHashes, (reached) =>
  reached === 'all'
    ? new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds, limit: 'hash_queue' })
    : new AppError('TOO_MANY_REQUESTS', {
        message: `Too many sign-ins at the same time. Please try again in ${retryAfterSeconds} seconds.`,
        retryAfterSeconds,
        limit: 'hash_queue_client',
      }),
);
let running = 0;
const queue = new Set<() => void>();

export const countWaitingHashes = (): number => waiting.count();

/** Resolves when a computation may start, which then has to call `startNext` at its end. */
function waitForTurn(client: HashClient | undefined): Promise<void> | undefined {
  client?.signal.throwIfAborted();
  if (running < maxRunning) {
    running += 1;
    return undefined;
  }
  // The limit of all comes first, because it does not depend on the client.
  const refusal = waiting.findRefusal() ?? waiting.findRefusal(client?.names);
  if (refusal) throw refusal;
  return new Promise((resolve, reject) => {
    const end = waiting.add(client?.names);
    const leave = () => {
      queue.delete(start);
      end();
      reject(new AppError('REQUEST_TIMEOUT', { cause: client?.signal.reason }));
    };
    const start = () => {
      client?.signal.removeEventListener('abort', leave);
      end();
      resolve();
    };
    client?.signal.addEventListener('abort', leave, { once: true });
    queue.add(start);
  });
}

/** Hands the place of a computation that has ended to the one that waits longest. */
function startNext(): void {
  const [next] = queue;
  if (!next) {
    running -= 1;
    return;
  }
  queue.delete(next);
  next();
}

/**
 * Runs a hash computation after those that wait. Throws SERVICE_UNAVAILABLE when the queue is full, TOO_MANY_REQUESTS when too
 * many of the client wait, and does not run when its client has disconnected meanwhile. (LIMIT-06)
 */
export async function queueHash<T>(work: () => Promise<T>, client?: HashClient): Promise<T> {
  await waitForTurn(client);
  try {
    return await work();
  } finally {
    startNext();
  }
}
