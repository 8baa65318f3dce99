import { Worker, type ResourceLimits } from 'node:worker_threads';
import { AppError, type LimitName } from '@fareline/service-kit/app-error';
import type { ProviderRequest } from '@fareline/service-kit/http/watch-providers';
import { concurrency } from '@fareline/service-kit/limits/concurrency';
import { getRequestContext, type RequestContextData } from '@fareline/service-kit/request-context';
import type { FastifyBaseLogger } from 'fastify';
import type { FlightsConfig } from '../config.ts';
import type { Durations } from '../durations.ts';
import { createPendingPageMax, limits } from '../limits.ts';
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
  | { bytes: Uint8Array<ArrayBuffer> }
  | { error: SerialisedError; cause: string }
);

export interface SearchThreadDeps {
  log: FastifyBaseLogger;
  /** Is told of each request of the thread to the provider. */
  measure(request: ProviderRequest): void;
}

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

interface PendingRequest {
  leave(): void;
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
  { log, measure }: SearchThreadDeps,
  resourceLimits = heapLimits,
): SearchThread {
  const requests = new Map<number, PendingRequest>();
  const maxPending = createPendingPageMax(settings.config);
  const pending = concurrency(maxPending, (reached) =>
    reached === 'client'
      ? clientBusyError()
      : searchBusyError(`${maxPending.all} pages are waiting for the search thread`, 'search_queue'),
  );
  const uncached = concurrency(limits.uncachedPages, clientBusyError);
  let lastId = 0;
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits,
    });
    started.on('message', (message: WorkerResponse | ProviderRequest) =>
      'provider' in message ? measure(message) : settle(message),
    );
    started.on('error', (error) => log.error({ err: error }, 'search thread failed'));
    started.once('exit', () => {
      worker = undefined;
      for (const { leave, reject } of requests.values()) {
        leave();
        reject(searchBusyError('the search thread exited'));
      }
      requests.clear();
    });
    return started;
  }

  function settle(response: WorkerResponse): void {
    const request = requests.get(response.id);
    requests.delete(response.id);
    request?.leave();
    if ('bytes' in response) request?.resolve(Buffer.from(response.bytes.buffer));
    else request?.reject(deserialiseError(response.error, response.cause));
  }

  return {
    buildPage: (request) =>
      new Promise((resolve, reject) => {
        const { client } = request;
        const counted = hasCachedSize(request) ? [pending] : [uncached, pending];
        for (const count of counted) {
          const refusal = count.findRefusal(client);
          if (refusal) return reject(refusal);
        }
        worker ??= start();
        const message: WorkerRequest = { id: (lastId += 1), request, context: getRequestContext() };
        const ends = counted.map((count) => count.add(client));
        requests.set(message.id, { leave: () => ends.forEach((end) => end()), resolve, reject });
        worker.postMessage(message);
      }),
    countPending: () => pending.count(),
    async close() {
      await worker?.terminate();
    },
  };
}
