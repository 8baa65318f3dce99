import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '@fareline/service-kit/logging';
import { createRequestContext, runInRequestContext } from '@fareline/service-kit/request-context';
import { createPriceNotes } from '../calendar/note-prices.ts';
import { createPriceCalendarStore } from '../calendar/price-calendar-store.ts';
import { configuredProvider } from '../duffel/configured-provider.ts';
import { toFailure } from '../failure.ts';
import { connect, connected } from '../redis/connections.ts';
import { keysOf } from '../redis/keys.ts';
import { listenToLandings } from './landings.ts';
import { createPageMaker } from './make-page.ts';
import { beginProgress } from './search-progress.ts';
import { createSearchStore } from './search-store.ts';
import type { ThreadAnswer, ThreadOrder, ThreadSettings } from './search-thread.ts';
import { createSingleFlight } from './single-flight.ts';

const { config, timings } = workerData as ThreadSettings;
const log = createLogger('flights', config.LOG_LEVEL);

// Where a core is short, answering comes before searching. Linux alone counts a priority by thread.
if (process.platform === 'linux') setPriority(10);

const keys = keysOf(config.REDIS_PREFIX);
const connections = connect(config);
const { cache, durable, subscriber } = connections;

const make = createPageMaker({
  provider: configuredProvider(config, durable, keys, timings, log),
  searches: createSearchStore(cache, keys),
  flights: createSingleFlight(durable, keys, listenToLandings(subscriber, keys.landed), timings),
  notePrices: createPriceNotes(createPriceCalendarStore(cache, keys, timings), log),
  beginProgress: (key) => beginProgress(durable, keys, timings, key),
  timings,
});

async function answer({ id, request }: ThreadOrder): Promise<ThreadAnswer> {
  try {
    // A copy: a small page lies in memory that other buffers share.
    return { id, bytes: new Uint8Array(await make(request)) };
  } catch (error) {
    const { message, cause } = error as Error;
    return { id, failure: toFailure(error), cause: String((cause as Error | undefined)?.message ?? message) };
  }
}

// Orders wait until somebody listens for them.
await connected(connections);
parentPort?.on('message', async (order: ThreadOrder) => {
  const result = await runInRequestContext(order.context ?? createRequestContext(), () => answer(order));
  parentPort?.postMessage(result, 'bytes' in result ? [result.bytes.buffer] : []);
});
