import type { Durations } from '../durations.ts';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { SearchDeps } from './search-deps.ts';
import { toFlightKey, toProgressEvent } from './search-key.ts';
import type { ProgressSnapshot } from './search-progress-writer.ts';

type SearchProgressDeps = Pick<SearchDeps, 'searches' | 'durable' | 'keys' | 'completionEvents'> & {
  durations: Pick<Durations, 'singleFlightTimeout' | 'idleStreamTimeout' | 'lockTtl'>;
};

interface SearchStatus {
  isCached: boolean;
  isRunning: boolean;
  hasFailed: boolean;
  /** Stored JSON of the progress. */
  snapshot: string | null;
}

async function readStatus(
  { searches, durable, keys }: SearchProgressDeps,
  searchKey: string,
): Promise<SearchStatus> {
  const flightKey = toFlightKey(searchKey);
  const [isCached, lock, failure, snapshot] = await orServiceUnavailable(
    Promise.all([
      searches.isCached(searchKey),
      durable.get(keys.lock(flightKey)),
      durable.get(keys.failure(flightKey)),
      durable.get(keys.progress(searchKey)),
    ]),
  );
  return { isCached, isRunning: Boolean(lock), hasFailed: Boolean(failure), snapshot };
}

/** State shared by the streams of one search at this replica. */
interface Subscription {
  streamCount: number;
  /** The latest snapshot; undefined if there is none or the search is not running. */
  snapshot: ProgressSnapshot | undefined;
  /** Resolves after the next status read. */
  nextUpdate: PromiseWithResolvers<void>;
  hasStatus: boolean;
  hasEnded: boolean;
  error: unknown;
  /** The streams of a search that is not running stay open until then. */
  idleUntil: number;
  abortController: AbortController;
}

interface SearchProgressStreams {
  /**
   * Yields the current snapshot of a search that runs at any replica, then every new one, and null for a status read without
   * a new snapshot. Ends when the search has ended, has not been running for a while, or when the single flight timeout has
   * passed. Starts no search and makes no provider call. All streams of a search at this replica share one subscription.
   */
  streamSnapshots(searchKey: string, signal: AbortSignal): AsyncGenerator<ProgressSnapshot | null, void>;
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

export function createSearchProgressStreams(deps: SearchProgressDeps): SearchProgressStreams {
  const { completionEvents, durations } = deps;
  const subscriptions = new Map<string, Subscription>();

  function notifyStreams(subscription: Subscription): void {
    subscription.nextUpdate.resolve();
    subscription.nextUpdate = Promise.withResolvers();
  }

  async function updateUntilEnd(searchKey: string, subscription: Subscription): Promise<void> {
    const { signal } = subscription.abortController;
    const aborted = waitForAbort(signal);
    let wasRunning = false;
    let lastSnapshot: string | null = null;
    while (!signal.aborted) {
      // Subscribes before reading, so that no event between the two is lost.
      const events = [
        completionEvents.subscribe(toProgressEvent(searchKey)),
        completionEvents.subscribe(toFlightKey(searchKey)),
      ];
      try {
        const { isCached, isRunning, hasFailed, snapshot } = await readStatus(deps, searchKey);
        if (isCached || (wasRunning && hasFailed)) return;
        if (isRunning) {
          wasRunning = true;
          subscription.idleUntil = Date.now() + durations.idleStreamTimeout;
        } else if (Date.now() >= subscription.idleUntil) return;
        if (!isRunning) subscription.snapshot = undefined;
        else if (snapshot !== null && snapshot !== lastSnapshot) {
          lastSnapshot = snapshot;
          subscription.snapshot = JSON.parse(snapshot) as ProgressSnapshot;
        }
        subscription.hasStatus = true;
        notifyStreams(subscription);
        // While no replica runs the search there is nothing to read until its first event or the end of the idle time.
        const waitMs = isRunning ? durations.lockTtl / 4 : Math.max(1, subscription.idleUntil - Date.now());
        await Promise.race([...events.map((event) => event.wait(waitMs)), aborted]);
      } finally {
        for (const event of events) event.unsubscribe();
      }
    }
  }

  function subscribe(searchKey: string): Subscription {
    const subscription: Subscription = {
      streamCount: 0,
      snapshot: undefined,
      nextUpdate: Promise.withResolvers(),
      hasStatus: false,
      hasEnded: false,
      error: undefined,
      idleUntil: 0,
      abortController: new AbortController(),
    };
    subscriptions.set(searchKey, subscription);
    void updateUntilEnd(searchKey, subscription)
      .catch((error: unknown) => (subscription.error = error))
      .finally(() => {
        subscription.hasEnded = true;
        if (subscriptions.get(searchKey) === subscription) subscriptions.delete(searchKey);
        notifyStreams(subscription);
      });
    return subscription;
  }

  return {
    async *streamSnapshots(searchKey, signal) {
      const deadline = Date.now() + durations.singleFlightTimeout;
      const aborted = waitForAbort(signal);
      const subscription = subscriptions.get(searchKey) ?? subscribe(searchKey);
      subscription.streamCount += 1;
      subscription.idleUntil = Date.now() + durations.idleStreamTimeout;
      let sentSnapshot: ProgressSnapshot | undefined;
      try {
        while (!signal.aborted && Date.now() < deadline) {
          const { nextUpdate, snapshot, hasStatus, hasEnded, error } = subscription;
          if (error) throw error;
          if (hasEnded) return;
          if (hasStatus) {
            const isNew = snapshot !== undefined && snapshot !== sentSnapshot;
            if (isNew) sentSnapshot = snapshot;
            yield isNew ? snapshot : null;
          }
          await Promise.race([nextUpdate.promise, aborted]);
        }
      } finally {
        subscription.streamCount -= 1;
        if (subscription.streamCount === 0) {
          if (subscriptions.get(searchKey) === subscription) subscriptions.delete(searchKey);
          subscription.abortController.abort();
        }
      }
    },
  };
}
