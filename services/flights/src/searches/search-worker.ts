import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '@fareline/service-kit/logging';
import { createRequestContext, runInRequestContext } from '@fareline/service-kit/request-context';
import { createPriceCalendarRepository } from '../calendar/price-calendar.repository.ts';
import { createPriceRecorder } from '../calendar/record-price.ts';
import { createProviderFromConfig } from '../duffel/provider-from-config.ts';
import { openConnections, waitForConnections } from '../redis/connections.ts';
import { createKeys } from '../redis/keys.ts';
import { serialiseError } from '../serialised-error.ts';
import { createPageBuilder } from './build-page.ts';
import { createCompletionEvents } from '../single-flight/completion-events.ts';
import { openProgressWriter } from './search-progress-writer.ts';
import { createSearchRepository } from './search.repository.ts';
import type { WorkerRequest, WorkerResponse, WorkerSettings } from './search-thread.ts';
import { createSingleFlight } from '../single-flight/single-flight.ts';

const { config, durations } = workerData as WorkerSettings;
const log = createLogger('flights', config.LOG_LEVEL);

// Responses have priority over searches if CPU time is short. Only Linux has a priority per thread.
if (process.platform === 'linux') setPriority(10);

const keys = createKeys(config.REDIS_PREFIX);
const connections = openConnections(config);
const { cache, durable, subscriber } = connections;

const buildPage = createPageBuilder({
  provider: createProviderFromConfig(config, durable, keys, durations, log),
  searches: createSearchRepository(cache, keys),
  singleFlight: createSingleFlight(
    durable,
    keys,
    createCompletionEvents(subscriber, keys.completions),
    durations,
  ),
  recordPrice: createPriceRecorder(createPriceCalendarRepository(cache, keys, durations), log),
  openProgress: (key) => openProgressWriter(durable, keys, durations, key),
  durations,
});

async function handleRequest({ id, request }: WorkerRequest): Promise<WorkerResponse> {
  try {
    // Copied before the transfer, because small buffers share their memory with others.
    return { id, bytes: new Uint8Array(await buildPage(request)) };
  } catch (error) {
    const { message, cause } = error as Error;
    return {
      id,
      error: serialiseError(error),
      cause: String((cause as Error | undefined)?.message ?? message),
    };
  }
}

// Messages are queued until the listener is added.
await waitForConnections(connections);
parentPort?.on('message', (message: WorkerRequest) => void respond(message));

async function respond(message: WorkerRequest): Promise<void> {
  const response = await runInRequestContext(message.context ?? createRequestContext(), () =>
    handleRequest(message),
  );
  parentPort?.postMessage(response, 'bytes' in response ? [response.bytes.buffer] : []);
}
