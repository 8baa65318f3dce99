import { Worker } from 'node:worker_threads';
import { getRequestContext, type RequestContextData } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { FlightsConfig } from '../config.ts';
import type { Durations } from '../durations.ts';
import { deserialiseError, serialiseError, type SerialisedError } from '../serialised-error.ts';
import type { PageRequest } from './search.repository.ts';

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
  /** Builds a page that is not cached. */
  buildPage(request: PageRequest): Promise<Buffer>;
  close(): Promise<void>;
}

/** A search creates many short-lived objects; with a small young generation V8 would copy them repeatedly. */
const maxYoungGenerationMb = 64;

interface PendingRequest {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

/**
 * Starts the worker thread for new searches. Parsing and storing hundreds of offers takes a tenth of a second of CPU time,
 * which would delay requests for cached searches. If the thread exits its pending requests fail, and the next search starts
 * a new thread.
 */
export function startSearchThread(settings: WorkerSettings, log: FastifyBaseLogger): SearchThread {
  const pendingRequests = new Map<number, PendingRequest>();
  let lastId = 0;
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: maxYoungGenerationMb },
    });
    started.on('message', settle);
    started.on('error', (error) => log.error({ err: error }, 'search thread failed'));
    started.once('exit', () => {
      worker = undefined;
      for (const id of pendingRequests.keys())
        settle({ id, error: serialiseError(undefined), cause: 'the search thread exited' });
    });
    return started;
  }

  function settle(response: WorkerResponse): void {
    const pending = pendingRequests.get(response.id);
    pendingRequests.delete(response.id);
    if ('bytes' in response) pending?.resolve(Buffer.from(response.bytes.buffer));
    else pending?.reject(deserialiseError(response.error, response.cause));
  }

  return {
    buildPage: (request) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const message: WorkerRequest = { id: (lastId += 1), request, context: getRequestContext() };
        pendingRequests.set(message.id, { resolve, reject });
        worker.postMessage(message);
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
