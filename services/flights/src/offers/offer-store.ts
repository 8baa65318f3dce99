import type { Redis } from 'ioredis';
import { fromRedis } from '../redis/guard.ts';
import type { Keys } from '../redis/keys.ts';
import { searchKeyOf } from '../searches/search-key.ts';
import { createSearchStore } from '../searches/search-store.ts';
import type { Timings } from '../timings.ts';
import { inTurns } from '../turns.ts';
import type { OfferRecord } from './offer-record.ts';

export type StoredOffer =
  | { state: 'stored'; record: OfferRecord }
  /** It was here once: its time is over, or the provider took it away. */
  | { state: 'ended' }
  | { state: 'unknown' };

export interface OfferStore {
  read(id: string): Promise<StoredOffer>;
  writeAll(records: readonly OfferRecord[]): Promise<void>;
  /** From now on it is answered as expired, and the search that found it shows it no more. (PROVIDER-05, CACHE-02) */
  end(record: OfferRecord): Promise<void>;
}

/** Offers that are written in one go: what others ask of Redis waits behind them. */
const writtenAtOnce = 40;

/** Offers by id until their expiry, and for longer a mark that tells 'expired' from 'never was'. */
export function createOfferStore(redis: Redis, keys: Keys, timings: Pick<Timings, 'tombstone'>): OfferStore {
  const searches = createSearchStore(redis, keys);
  return {
    async read(id) {
      const [text, ended] = await fromRedis(redis.mget(keys.offer(id), keys.endedOffer(id)));
      if (!text) return { state: ended ? 'ended' : 'unknown' };
      const record = JSON.parse(text) as OfferRecord;
      return Date.parse(record.offer.expires_at) > Date.now()
        ? { state: 'stored', record }
        : { state: 'ended' };
    },
    async writeAll(records) {
      await inTurns(records, writtenAtOnce, async (few) => {
        const batch = redis.pipeline();
        for (const record of few) {
          const leftMs = Date.parse(record.offer.expires_at) - Date.now();
          if (leftMs <= 0) continue;
          batch.set(keys.offer(record.offer.id), JSON.stringify(record), 'PX', leftMs);
          batch.set(keys.endedOffer(record.offer.id), '1', 'PX', leftMs + timings.tombstone);
        }
        const results = (await fromRedis(batch.exec())) ?? [];
        const failed = results.find(([error]) => error !== null);
        if (failed) await fromRedis(Promise.reject(failed[0]));
      });
    },
    async end({ offer: { id }, mode, query, offerRequestId, isShared }) {
      await fromRedis(
        redis.multi().del(keys.offer(id)).set(keys.endedOffer(id), '1', 'PX', timings.tombstone).exec(),
      );
      if (isShared) await searches.takeOut(searchKeyOf(mode, query), offerRequestId, id);
    },
  };
}
