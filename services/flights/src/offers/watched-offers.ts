import type { Redis } from 'ioredis';
import type { Durations } from '../durations.ts';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { OfferRecord } from './offer.repository.ts';

/** Enqueues the check of an offer and replaces a waiting one; resolves to false if the queue is unavailable. */
export type ScheduleCheck = (offerId: string, delayMs: number) => Promise<boolean>;

export interface WatchedOffers {
  /** Records that a visitor requested the offer. The first request schedules a check, further ones do not move it. */
  recordView(record: OfferRecord): Promise<void>;
  isWatched(id: string): Promise<boolean>;
  /** Stores and returns the milliseconds until the next check, at most `afterMs`; undefined if the offer expires too soon for one. */
  nextCheckDelay(record: OfferRecord, afterMs?: number): Promise<number | undefined>;
}

type Options = Pick<
  Durations,
  'viewTtl' | 'expiryCheckInterval' | 'expiryCheckMargin' | 'expiryCheckGrace' | 'expiredMarkerTtl'
>;

/**
 * Offers that visitors currently view: a key per offer with the time of its next check, whose TTL is renewed by every
 * request. The checks are jobs; a job that the queue has lost is enqueued again by the next request, and until then the stored
 * expiry applies. (D36)
 */
export function createWatchedOffers(
  cache: Redis,
  keys: Keys,
  durations: Options,
  schedule: ScheduleCheck,
): WatchedOffers {
  /** Limits the delay so that the check runs before the expiry. */
  function checkDelay({ offer }: OfferRecord, afterMs: number): number | undefined {
    const maxDelayMs = Date.parse(offer.expires_at) - durations.expiryCheckMargin - Date.now();
    return maxDelayMs <= 0 ? undefined : Math.min(afterMs, maxDelayMs);
  }

  const storeDueTime = (id: string, delayMs: number) =>
    orServiceUnavailable(cache.set(keys.watchedOffer(id), Date.now() + delayMs, 'PX', durations.viewTtl));

  /** An offer that was opened is reported as expired, not as unknown, after its record is deleted. */
  async function storeExpiredMarker({ offer }: OfferRecord): Promise<void> {
    const expiresAt = Date.parse(offer.expires_at);
    const ttl = expiresAt - Date.now() + durations.expiredMarkerTtl;
    await orServiceUnavailable(cache.set(keys.expiredMarker(offer.id), expiresAt, 'PX', ttl, 'NX'));
  }

  return {
    async recordView(record) {
      const { id } = record.offer;
      const dueTime = await orServiceUnavailable(cache.getex(keys.watchedOffer(id), 'PX', durations.viewTtl));
      if (dueTime !== null && Number(dueTime) + durations.expiryCheckGrace > Date.now()) return;
      await storeExpiredMarker(record);
      const delayMs = checkDelay(record, durations.expiryCheckInterval);
      if (delayMs === undefined) return;
      await storeDueTime(id, delayMs);
      // Not awaited, as the Redis of the queue may be down; without the key the next request schedules the check again.
      void schedule(id, delayMs).then((isScheduled) =>
        isScheduled ? undefined : cache.del(keys.watchedOffer(id)).catch(() => undefined),
      );
    },
    isWatched: async (id) => (await orServiceUnavailable(cache.exists(keys.watchedOffer(id)))) === 1,
    async nextCheckDelay(record, afterMs = durations.expiryCheckInterval) {
      const delayMs = checkDelay(record, afterMs);
      if (delayMs !== undefined) await storeDueTime(record.offer.id, delayMs);
      return delayMs;
    },
  };
}
