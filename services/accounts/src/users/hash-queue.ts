import { availableParallelism } from 'node:os';
import { AppError, toClientNetwork } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';

/** The client that a computation is made for. */
export interface HashClient {
  network: string;
  /** Aborted when the client has disconnected. */
  signal: AbortSignal;
}

export const toHashClient = ({ ip, signal }: FastifyRequest): HashClient => ({
  network: toClientNetwork(ip),
  signal,
});

/** Concurrent computations, each of which uses a CPU core and 19 MiB: one core stays free for everything else. */
const maxRunning = availableParallelism() > 2 ? 2 : 1;

/** Waiting computations: the last one waits for some seconds, later requests are refused at once. (LIMIT-06) */
const maxWaiting = 100;

/** Those of one client, so that none fills the queue for the others; an office that begins its day has fewer at once. */
const maxWaitingPerClient = 10;
const retryAfterSeconds = 5;

interface Waiter {
  client: HashClient | undefined;
  start: () => void;
}
let running = 0;
const waiting = new Set<Waiter>();

/** The computations of this process that wait for others. */
export const countWaitingHashes = (): number => waiting.size;

/** Resolves when a computation may start, which then has to call `startNext` at its end. */
function waitForTurn(client: HashClient | undefined): Promise<void> | undefined {
  client?.signal.throwIfAborted();
  if (running < maxRunning) {
    running += 1;
    return undefined;
  }
  if (waiting.size >= maxWaiting)
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds, limit: 'hash_queue' });
  const ofClient = [...waiting].filter((one) => client && one.client?.network === client.network);
  if (ofClient.length >= maxWaitingPerClient)
    throw new AppError('TOO_MANY_REQUESTS', {
      message: `Too many sign-ins at the same time. Please try again in ${retryAfterSeconds} seconds.`,
      retryAfterSeconds,
      limit: 'hash_queue_client',
    });
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(waiter);
      reject(new AppError('REQUEST_TIMEOUT', { cause: client?.signal.reason }));
    };
    const waiter = {
      client,
      start() {
        client?.signal.removeEventListener('abort', leave);
        resolve();
      },
    };
    client?.signal.addEventListener('abort', leave, { once: true });
    waiting.add(waiter);
  });
}

/** Hands the place of a computation that has ended to the one that waits longest. */
function startNext(): void {
  const [next] = waiting;
  if (!next) {
    running -= 1;
    return;
  }
  waiting.delete(next);
  next.start();
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
