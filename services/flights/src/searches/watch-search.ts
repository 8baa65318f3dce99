import type { Redis } from 'ioredis';
import { fromRedis } from '../redis/guard.ts';
import type { Keys } from '../redis/keys.ts';
import type { Timings } from '../timings.ts';
import type { Landings } from './landings.ts';
import { newsOf, type ProgressSnapshot } from './search-progress.ts';
import { flightOf } from './search-key.ts';

export interface WatchParts {
  cache: Redis;
  durable: Redis;
  keys: Keys;
  landings: Landings;
  timings: Pick<Timings, 'flightWait' | 'watchIdle' | 'lock'>;
}

interface Sight {
  isCached: boolean;
  isUnderWay: boolean;
  hasFailed: boolean;
  /** As it is stored. */
  snapshot: string | null;
}

async function look({ cache, durable, keys }: WatchParts, key: string): Promise<Sight> {
  const flight = flightOf(key);
  const [cached, underWay, failed, snapshot] = await fromRedis(
    Promise.all([
      cache.exists(keys.search(key)),
      durable.exists(keys.lock(flight)),
      durable.exists(keys.failure(flight)),
      durable.get(keys.progress(key)),
    ]),
  );
  return { isCached: cached === 1, isUnderWay: underWay === 1, hasFailed: failed === 1, snapshot };
}

/**
 * The snapshots of a search that somebody makes, at whichever replica: the one there is, then each new one, until the search
 * has landed, nobody makes it for a while, or nobody would wait for it any longer. Null for a look that saw nothing new.
 * Asks nobody for anything.
 */
export async function* snapshotsOf(
  parts: WatchParts,
  key: string,
  signal: AbortSignal,
): AsyncGenerator<ProgressSnapshot | null, void> {
  const { landings, timings } = parts;
  const end = Date.now() + timings.flightWait;
  let idleUntil = Date.now() + timings.watchIdle;
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  let wasUnderWay = false;
  let last: string | null = null;
  while (!signal.aborted && Date.now() < end) {
    // Listening comes before looking, so that nothing falls between the two.
    const heard = [landings.next(newsOf(key)), landings.next(flightOf(key))];
    try {
      const sight = await look(parts, key);
      if (sight.isCached || (wasUnderWay && sight.hasFailed)) return;
      if (sight.isUnderWay) {
        wasUnderWay = true;
        idleUntil = Date.now() + timings.watchIdle;
      } else if (Date.now() >= idleUntil) return;
      const isNew = sight.isUnderWay && sight.snapshot !== null && sight.snapshot !== last;
      if (isNew) last = sight.snapshot;
      yield isNew && last !== null ? (JSON.parse(last) as ProgressSnapshot) : null;
      await Promise.race([...heard.map((news) => news.within(timings.lock / 4)), aborted]);
    } finally {
      for (const news of heard) news.forget();
    }
  }
}
