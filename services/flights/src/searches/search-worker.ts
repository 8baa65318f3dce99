import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { watchProviders } from '@fareline/service-kit/http/watch-providers';
import { createLogger } from '@fareline/service-kit/logging';
import { createRequestContext, runInRequestContext } from '@fareline/service-kit/request-context';
import { runInSpan } from '@fareline/service-kit/tracing/spans';
import { startTracing } from '@fareline/service-kit/tracing/start-tracing';
import { waitForConnections } from '../redis/connections.ts';
import { serialiseError } from '../serialised-error.ts';
import { buildPage } from './build-page.ts';
import { createSearchDeps } from './search-deps.ts';
import type { WorkerRequest, WorkerResponse, WorkerSettings } from './search-thread.ts';

const { config, durations } = workerData as WorkerSettings;

// Responses have priority over searches if CPU time is short. Only Linux has a priority per thread.
if (process.platform === 'linux') setPriority(10);

await startTracing({ name: 'flights', config });
watchProviders({ duffel: config.DUFFEL_BASE_PATH }, (request) => parentPort?.postMessage(request));
const deps = createSearchDeps(config, durations, createLogger('flights', config));

async function handleRequest({ id, request }: WorkerRequest): Promise<WorkerResponse> {
  try {
    // Copied before the transfer, because small buffers share their memory with others.
    return { id, bytes: new Uint8Array(await buildPage(deps, request)) };
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
await waitForConnections(deps);
parentPort?.on('message', (message: WorkerRequest) => void respond(message));

async function respond(message: WorkerRequest): Promise<void> {
  const response = await runInSpan('search page', message.context?.traceparent, () =>
    runInRequestContext(message.context ?? createRequestContext(), () => handleRequest(message)),
  );
  parentPort?.postMessage(response, 'bytes' in response ? [response.bytes.buffer] : []);
}
