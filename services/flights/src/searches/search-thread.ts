import { Worker } from 'node:worker_threads';
import { getRequestContext, type RequestContextData } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { FlightsConfig } from '../config.ts';
import { deserialiseError, serialiseError, type SerialisedError } from '../serialised-error.ts';
import type { Durations } from '../durations.ts';
import type { PageRequest, ReadPage } from './page-request.ts';

/** What the thread is started with. */
export interface ThreadSettings {
  config: FlightsConfig;
  durations: Durations;
}

export interface ThreadRequest {
  id: number;
  request: PageRequest;
  /** Of the HTTP request that asked. */
  context: RequestContextData | undefined;
}

export type ThreadResponse = { id: number } & (
  { bytes: Uint8Array<ArrayBuffer> } | { failure: SerialisedError; cause: string }
);

export interface SearchThread {
  /** Makes a page that is not stored yet. */
  make: ReadPage;
  close(): Promise<void>;
}

/** A search's offers live for a moment and are many: with little room for them they are copied again and again. */
const youngMegabytes = 64;

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

/**
 * New searches are made in a thread of their own: asking for one, reading hundreds of offers and writing them takes a tenth
 * of a second, in which whoever reads a cached search would wait. A thread that dies fails what it had in hand; the next
 * search starts another.
 */
export function startSearchThread(settings: ThreadSettings, log: FastifyBaseLogger): SearchThread {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    started.on('message', settle);
    started.on('error', (error) => log.error({ err: error }, 'the thread of the searches failed'));
    started.once('exit', () => {
      worker = undefined;
      for (const id of waiting.keys())
        settle({ id, failure: serialiseError(undefined), cause: 'the thread of the searches ended' });
    });
    return started;
  }

  function settle(answer: ThreadResponse): void {
    const order = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('bytes' in answer) order?.resolve(Buffer.from(answer.bytes.buffer));
    else order?.reject(deserialiseError(answer.failure, answer.cause));
  }

  return {
    make: (request) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const order: ThreadRequest = { id: (lastId += 1), request, context: getRequestContext() };
        waiting.set(order.id, { resolve, reject });
        worker.postMessage(order);
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
