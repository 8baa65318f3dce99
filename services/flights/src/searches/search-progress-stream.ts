import type { Redis } from 'ioredis';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';
import type { CompletionEvents } from './completion-events.ts';
import { searchProgressKey, type ProgressSnapshot } from './search-progress-writer.ts';
import { searchFlightKey } from './search-key.ts';

export interface SearchProgressDeps {
  cache: Redis;
  durable: Redis;
  keys: Keys;
  completionEvents: CompletionEvents;
  durations: Pick<Durations, 'singleFlightTimeout' | 'idleStreamTimeout' | 'lockTtl'>;
}

interface Sight {
  isCached: boolean;
  isUnderWay: boolean;
  hasFailed: boolean;
  /** As it is stored. */
  snapshot: string | null;
}

async function look({ cache, durable, keys }: SearchProgressDeps, key: string): Promise<Sight> {
  const flight = searchFlightKey(key);
  const [cached, underWay, failed, snapshot] = await orServiceUnavailable(
    Promise.all([
      cache.exists(keys.search(key)),
      durable.exists(keys.lock(flight)),
      durable.exists(keys.failure(flight)),
      durable.get(keys.progress(key)),
    ]),
  );
  return { isCached: cached === 1, isUnderWay: underWay === 1, hasFailed: failed === 1, snapshot };
}

/** What the watchers of one search at this replica share. */
interface Subscription {
  watchers: number;
  /** The newest; undefined where nothing is known or nobody makes the search any more. */
  snapshot: ProgressSnapshot | undefined;
  /** Resolves after the next look. */
  next: PromiseWithResolvers<void>;
  hasLooked: boolean;
  isOver: boolean;
  error: unknown;
  /** A search that nobody makes is watched until then. */
  idleUntil: number;
  leaving: AbortController;
}

export interface SearchProgressStreams {
  /**
   * The snapshots of a search that somebody makes, at whichever replica: the one there is, then each new one, until the search
   * has landed, nobody makes it for a while, or nobody would wait for it any longer. Null for a look that saw nothing new.
   * Asks nobody for anything. All watchers of a search at this replica share one subscription.
   */
  streamSnapshots(key: string, signal: AbortSignal): AsyncGenerator<ProgressSnapshot | null, void>;
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

export function createSearchProgressStreams(deps: SearchProgressDeps): SearchProgressStreams {
  const { completionEvents, durations } = deps;
  const subscriptions = new Map<string, Subscription>();

  function tell(subscription: Subscription): void {
    subscription.next.resolve();
    subscription.next = Promise.withResolvers();
  }

  async function run(key: string, subscription: Subscription): Promise<void> {
    const { signal } = subscription.leaving;
    const aborted = untilAborted(signal);
    let wasUnderWay = false;
    let last: string | null = null;
    while (!signal.aborted) {
      // Listening comes before looking, so that nothing falls between the two.
      const heard = [
        completionEvents.next(searchProgressKey(key)),
        completionEvents.next(searchFlightKey(key)),
      ];
      try {
        const { isCached, isUnderWay, hasFailed, snapshot } = await look(deps, key);
        if (isCached || (wasUnderWay && hasFailed)) return;
        if (isUnderWay) {
          wasUnderWay = true;
          subscription.idleUntil = Date.now() + durations.idleStreamTimeout;
        } else if (Date.now() >= subscription.idleUntil) return;
        if (!isUnderWay) subscription.snapshot = undefined;
        else if (snapshot !== null && snapshot !== last) {
          last = snapshot;
          subscription.snapshot = JSON.parse(snapshot) as ProgressSnapshot;
        }
        subscription.hasLooked = true;
        tell(subscription);
        await Promise.race([...heard.map((news) => news.within(durations.lockTtl / 4)), aborted]);
      } finally {
        for (const news of heard) news.forget();
      }
    }
  }

  function subscribe(key: string): Subscription {
    const subscription: Subscription = {
      watchers: 0,
      snapshot: undefined,
      next: Promise.withResolvers(),
      hasLooked: false,
      isOver: false,
      error: undefined,
      idleUntil: 0,
      leaving: new AbortController(),
    };
    subscriptions.set(key, subscription);
    void run(key, subscription)
      .catch((error: unknown) => (subscription.error = error))
      .finally(() => {
        subscription.isOver = true;
        if (subscriptions.get(key) === subscription) subscriptions.delete(key);
        tell(subscription);
      });
    return subscription;
  }

  return {
    async *streamSnapshots(key, signal) {
      const end = Date.now() + durations.singleFlightTimeout;
      const aborted = untilAborted(signal);
      const subscription = subscriptions.get(key) ?? subscribe(key);
      subscription.watchers += 1;
      subscription.idleUntil = Date.now() + durations.idleStreamTimeout;
      let seen: ProgressSnapshot | undefined;
      try {
        while (!signal.aborted && Date.now() < end) {
          const { next, snapshot, hasLooked, isOver, error } = subscription;
          if (error) throw error;
          if (isOver) return;
          if (hasLooked) {
            const isNew = snapshot !== undefined && snapshot !== seen;
            if (isNew) seen = snapshot;
            yield isNew ? snapshot : null;
          }
          await Promise.race([next.promise, aborted]);
        }
      } finally {
        subscription.watchers -= 1;
        if (subscription.watchers === 0) {
          if (subscriptions.get(key) === subscription) subscriptions.delete(key);
          subscription.leaving.abort();
        }
      }
    },
  };
}
