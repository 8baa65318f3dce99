import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '@fareline/service-kit/logging';
import { createRequestContext, runInRequestContext } from '@fareline/service-kit/request-context';
import { createPriceRecorder } from '../calendar/record-price.ts';
import { createPriceCalendarStore } from '../calendar/price-calendar-store.ts';
import { createProviderFromConfig } from '../duffel/provider-from-config.ts';
import { serialiseError } from '../serialised-error.ts';
import { connect, connected } from '../redis/connections.ts';
import { createKeys } from '../redis/keys.ts';
import { createCompletionEvents } from './completion-events.ts';
import { createPageBuilder } from './build-page.ts';
import { beginProgress } from './search-progress-writer.ts';
import { createSearchStore } from './search-store.ts';
import type { ThreadResponse, ThreadRequest, ThreadSettings } from './search-thread.ts';
import { createSingleFlight } from './single-flight.ts';

const { config, durations } = workerData as ThreadSettings;
const log = createLogger('flights', config.LOG_LEVEL);

// Where a core is short, answering comes before searching. Linux alone counts a priority by thread.
if (process.platform === 'linux') setPriority(10);

const keys = createKeys(config.REDIS_PREFIX);
const connections = connect(config);
const { cache, durable, subscriber } = connections;

const make = createPageBuilder({
  provider: createProviderFromConfig(config, durable, keys, durations, log),
  searches: createSearchStore(cache, keys),
  flights: createSingleFlight(durable, keys, createCompletionEvents(subscriber, keys.landed), durations),
  recordPrice: createPriceRecorder(createPriceCalendarStore(cache, keys, durations), log),
  beginProgress: (key) => beginProgress(durable, keys, durations, key),
  durations,
});

async function answer({ id, request }: ThreadRequest): Promise<ThreadResponse> {
  try {
    // A copy: a small page lies in memory that other buffers share.
    return { id, bytes: new Uint8Array(await make(request)) };
  } catch (error) {
    const { message, cause } = error as Error;
    return {
      id,
      failure: serialiseError(error),
      cause: String((cause as Error | undefined)?.message ?? message),
    };
  }
}

// Orders wait until somebody listens for them.
await connected(connections);
parentPort?.on('message', async (order: ThreadRequest) => {
  const result = await runInRequestContext(order.context ?? createRequestContext(), () => answer(order));
  parentPort?.postMessage(result, 'bytes' in result ? [result.bytes.buffer] : []);
});
