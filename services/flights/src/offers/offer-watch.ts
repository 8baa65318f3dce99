import type { Redis } from 'ioredis';
import { fromRedis } from '../redis/guard.ts';
import type { Keys } from '../redis/keys.ts';
import type { Timings } from '../timings.ts';
import type { OfferRecord } from './offer-record.ts';

/** Puts the check of an offer into the queue, in place of one that waits. False when the queue does not take it. */
export type ScheduleCheck = (offerId: string, delayMs: number) => Promise<boolean>;

export interface OfferWatch {
  /** A visitor looks at this offer, or books it: from the first look on a check is planned, and polls leave it where it is. */
  touch(record: OfferRecord): Promise<void>;
  isWatched(id: string): Promise<boolean>;
  /** Milliseconds until the next check of an offer that is watched, `afterMs` at the latest; undefined when its end is too near for one. */
  next(record: OfferRecord, afterMs?: number): Promise<number | undefined>;
}

type Options = Pick<Timings, 'watchSeen' | 'watchEvery' | 'watchAhead' | 'watchLate' | 'tombstone'>;

/**
 * Which offers are looked at: a key that every look renews, with the time of the next check. The checks themselves are jobs;
 * one that the queue has lost is put in again by the next look, and until then the stored expiry counts. (D36)
 */
export function createOfferWatch(
  cache: Redis,
  keys: Keys,
  timings: Options,
  schedule: ScheduleCheck,
): OfferWatch {
  /** Ahead of the offer's end. */
  function delayOf({ offer }: OfferRecord, afterMs: number): number | undefined {
    const lastMs = Date.parse(offer.expires_at) - timings.watchAhead - Date.now();
    return lastMs <= 0 ? undefined : Math.min(afterMs, lastMs);
  }

  const note = (id: string, delayMs: number) =>
    fromRedis(cache.set(keys.watched(id), Date.now() + delayMs, 'PX', timings.watchSeen));

  /** An offer that a visitor has opened is told apart from one that never was, also when its time is over. */
  async function mark({ offer }: OfferRecord): Promise<void> {
    const end = Date.parse(offer.expires_at);
    const keptMs = end - Date.now() + timings.tombstone;
    await fromRedis(cache.set(keys.offerMark(offer.id), end, 'PX', keptMs, 'NX'));
  }

  return {
    async touch(record) {
      const { id } = record.offer;
      const due = await fromRedis(cache.getex(keys.watched(id), 'PX', timings.watchSeen));
      if (due !== null && Number(due) + timings.watchLate > Date.now()) return;
      await mark(record);
      const delayMs = delayOf(record, timings.watchEvery);
      if (delayMs === undefined) return;
      await note(id, delayMs);
      // Not waited for: the queue's Redis may be away. The next look then finds no check planned and tries again.
      void schedule(id, delayMs).then((isPlanned) =>
        isPlanned ? undefined : cache.del(keys.watched(id)).catch(() => undefined),
      );
    },
    isWatched: async (id) => (await fromRedis(cache.exists(keys.watched(id)))) === 1,
    async next(record, afterMs = timings.watchEvery) {
      const delayMs = delayOf(record, afterMs);
      if (delayMs !== undefined) await note(record.offer.id, delayMs);
      return delayMs;
    },
  };
}
