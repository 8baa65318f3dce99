import { Worker, type ResourceLimits } from 'node:worker_threads';
import { AppError, getRequestContext, type LimitName, type RequestContextData } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { Client, ClientName } from '../clients/client.ts';
import type { FlightsConfig } from '../config.ts';
import type { Durations } from '../durations.ts';
import { deserialiseError, type SerialisedError } from '../serialised-error.ts';
import { hasCachedSize, type PageRequest } from './search.repository.ts';

/** Worker data of the thread. */
export interface WorkerSettings {
  config: FlightsConfig;
  durations: Durations;
}

export interface WorkerRequest {
  id: number;
  request: PageRequest;
  /** Context of the HTTP request. */
  context: RequestContextData | undefined;
}

export type WorkerResponse = { id: number } & (
  { bytes: Uint8Array<ArrayBuffer> } | { error: SerialisedError; cause: string }
);

export interface SearchThread {
  /** Builds a page that is not cached. Rejects with TOO_MANY_REQUESTS when the client has its part of the pending pages. */
  buildPage(request: PageRequest): Promise<Buffer>;
  /** The pages that are being built or wait for it. */
  countPending(): number;
  close(): Promise<void>;
}

/**
 * Searches leave much garbage, which V8 collects late unless the heap is limited. Beyond the old generation the thread is
 * replaced.
 */
const heapLimits: ResourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 160 };

/** When to repeat a search that the thread could not take or finish. */
const retryAfterSeconds = 5;

/**
 * The part of the pending requests that one client can have. A page of a cached search takes no provider
 * call, so that no other limit counts it. (LIMIT-02)
 */
const clientParts: Record<ClientName['kind'], number> = { network: 1 / 4, range: 1 / 2, visitor: 1 / 4 };

/**
 * How many pages of sizes that are not cached one client can have pending. Each takes the thread up to a
 * second, and our own screens ask for none. (LIMIT-02)
 */
const uncachedPages: Record<ClientName['kind'], number> = { network: 2, range: 4, visitor: 2 };

interface PendingRequest {
  client: Client;
  isUncached: boolean;
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

const searchBusyError = (reason: string, limit?: LimitName) =>
  new AppError('SEARCH_BUSY', { retryAfterSeconds, cause: new Error(reason), limit });

const clientBusyError = () =>
  new AppError('TOO_MANY_REQUESTS', {
    message: `Many searches of your connection are in progress. Please try again in ${retryAfterSeconds} seconds. Searches of the last minutes still open at once.`,
    retryAfterSeconds,
    limit: 'search_queue_client',
  });

/**
 * Starts the worker thread for new searches. Parsing and storing hundreds of offers takes a tenth of a second of CPU time,
 * which would delay requests for cached searches. If the thread exits its pending requests fail with SEARCH_BUSY, and the next
 * search starts a new thread. `resourceLimits` are for tests.
 */
export function startSearchThread(
  settings: WorkerSettings,
  log: FastifyBaseLogger,
  resourceLimits = heapLimits,
): SearchThread {
  const pendingRequests = new Map<number, PendingRequest>();
  // No more searches can run than the budget has calls; as many again may wait, or need another page of one that runs. (LIMIT-06)
  const maxPendingRequests = 2 * settings.config.PROVIDER_BUDGET_PER_MINUTE;
  let lastId = 0;
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits,
    });
    started.on('message', settle);
    started.on('error', (error) => log.error({ err: error }, 'search thread failed'));
    started.once('exit', () => {
      worker = undefined;
      for (const { reject } of pendingRequests.values()) reject(searchBusyError('the search thread exited'));
      pendingRequests.clear();
    });
    return started;
  }

  function settle(response: WorkerResponse): void {
    const pending = pendingRequests.get(response.id);
    pendingRequests.delete(response.id);
    if ('bytes' in response) pending?.resolve(Buffer.from(response.bytes.buffer));
    else pending?.reject(deserialiseError(response.error, response.cause));
  }

  function hasFullPart({ kind, name }: ClientName): boolean {
    let count = 0;
    for (const { client } of pendingRequests.values())
      if (client.some((each) => each.name === name)) count += 1;
    return count >= maxPendingRequests * clientParts[kind];
  }

  function hasUncachedPages({ kind, name }: ClientName): boolean {
    let count = 0;
    for (const { client, isUncached } of pendingRequests.values())
      if (isUncached && client.some((each) => each.name === name)) count += 1;
    return count >= uncachedPages[kind];
  }

  return {
    buildPage: (request) =>
      new Promise((resolve, reject) => {
        const { client } = request;
        const isUncached = !hasCachedSize(request);
        if (client.some(hasFullPart) || (isUncached && client.some(hasUncachedPages)))
          return reject(clientBusyError());
        if (pendingRequests.size >= maxPendingRequests)
          return reject(
            searchBusyError(`${maxPendingRequests} pages are waiting for the search thread`, 'search_queue'),
          );
        worker ??= start();
        const message: WorkerRequest = { id: (lastId += 1), request, context: getRequestContext() };
        pendingRequests.set(message.id, { client, isUncached, resolve, reject });
        worker.postMessage(message);
      }),
    countPending: () => pendingRequests.size,
    async close() {
      await worker?.terminate();
    },
  };
}
