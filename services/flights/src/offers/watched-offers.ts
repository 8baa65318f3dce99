import type { Redis } from 'ioredis';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';
import type { OfferRecord } from './offer-record.ts';

/** Puts the check of an offer into the queue, in place of one that waits. False when the queue does not take it. */
export type ScheduleCheck = (offerId: string, delayMs: number) => Promise<boolean>;

export interface WatchedOffers {
  /** A visitor looks at this offer, or books it: from the first look on a check is planned, and polls leave it where it is. */
  touch(record: OfferRecord): Promise<void>;
  isWatched(id: string): Promise<boolean>;
  /** Milliseconds until the next check of an offer that is watched, `afterMs` at the latest; undefined when its end is too near for one. */
  next(record: OfferRecord, afterMs?: number): Promise<number | undefined>;
}

type Options = Pick<
  Durations,
  'viewTtl' | 'expiryCheckInterval' | 'expiryCheckMargin' | 'expiryCheckGrace' | 'expiredMarkerTtl'
>;

/**
 * Which offers are looked at: a key that every look renews, with the time of the next check. The checks themselves are jobs;
 * one that the queue has lost is put in again by the next look, and until then the stored expiry counts. (D36)
 */
export function createWatchedOffers(
  cache: Redis,
  keys: Keys,
  durations: Options,
  schedule: ScheduleCheck,
): WatchedOffers {
  /** Ahead of the offer's end. */
  function delayOf({ offer }: OfferRecord, afterMs: number): number | undefined {
    const lastMs = Date.parse(offer.expires_at) - durations.expiryCheckMargin - Date.now();
    return lastMs <= 0 ? undefined : Math.min(afterMs, lastMs);
  }

  const note = (id: string, delayMs: number) =>
    orServiceUnavailable(cache.set(keys.watched(id), Date.now() + delayMs, 'PX', durations.viewTtl));

  /** An offer that a visitor has opened is told apart from one that never was, also when its time is over. */
  async function mark({ offer }: OfferRecord): Promise<void> {
    const end = Date.parse(offer.expires_at);
    const keptMs = end - Date.now() + durations.expiredMarkerTtl;
    await orServiceUnavailable(cache.set(keys.offerMark(offer.id), end, 'PX', keptMs, 'NX'));
  }

  return {
    async touch(record) {
      const { id } = record.offer;
      const due = await orServiceUnavailable(cache.getex(keys.watched(id), 'PX', durations.viewTtl));
      if (due !== null && Number(due) + durations.expiryCheckGrace > Date.now()) return;
      await mark(record);
      const delayMs = delayOf(record, durations.expiryCheckInterval);
      if (delayMs === undefined) return;
      await note(id, delayMs);
      // Not waited for: the queue's Redis may be away. The next look then finds no check planned and tries again.
      void schedule(id, delayMs).then((isPlanned) =>
        isPlanned ? undefined : cache.del(keys.watched(id)).catch(() => undefined),
      );
    },
    isWatched: async (id) => (await orServiceUnavailable(cache.exists(keys.watched(id)))) === 1,
    async next(record, afterMs = durations.expiryCheckInterval) {
      const delayMs = delayOf(record, afterMs);
      if (delayMs !== undefined) await note(record.offer.id, delayMs);
      return delayMs;
    },
  };
}
