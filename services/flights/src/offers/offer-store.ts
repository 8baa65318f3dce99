import { orServiceUnavailable, execAll } from '../redis/commands.ts';
import type { Connections } from '../redis/connections.ts';
import type { Keys } from '../redis/keys.ts';
import { searchCacheKey } from '../searches/search-key.ts';
import { createSearchLists } from '../searches/search-list.ts';
import { createSearchStore } from '../searches/search-store.ts';
import type { Durations } from '../durations.ts';
import type { OfferRecord } from './offer-record.ts';

export type StoredOffer =
  | { state: 'stored'; record: OfferRecord }
  /** It was here once: its time is over, or the provider took it away. */
  | { state: 'ended' }
  | { state: 'unknown' };

export interface OfferStore {
  read(id: string): Promise<StoredOffer>;
  /** Keeps what the provider said of one offer until its expiry, and for longer a mark that tells 'expired' from 'never was'. */
  write(record: OfferRecord): Promise<void>;
  /** From now on it is answered as expired, and the search that found it shows it no more. (PROVIDER-05, CACHE-02) */
  end(record: OfferRecord): Promise<void>;
}

const stateOf = (record: OfferRecord): StoredOffer =>
  Date.parse(record.offer.expires_at) > Date.now() ? { state: 'stored', record } : { state: 'ended' };

/**
 * Offers by id. Beside each record lies a mark with its expiry, 0 once the offer has ended, which outlives it. Those of a search lie in its list; only an offer that the provider was asked about has a record of its own.
 * A visitor's own offer is in the cache and in the Redis that never evicts: it is in no list, and either of the two may be
 * away.
 */
export function createOfferStore(
  { cache, durable }: Pick<Connections, 'cache' | 'durable'>,
  keys: Keys,
  durations: Pick<Durations, 'expiredMarkerTtl'>,
): OfferStore {
  const searches = createSearchStore(cache, keys);
  const lists = createSearchLists(cache, keys);
  return {
    async read(id) {
      const [text, place, mark] = await orServiceUnavailable(
        cache.mget(keys.offer(id), keys.offerPlace(id), keys.offerMark(id)),
      );
      if (text) return stateOf(JSON.parse(text) as OfferRecord);
      // It counts more than the list, which still has the expiry of when the search was made.
      if (mark !== null && Number(mark) <= Date.now()) return { state: 'ended' };
      if (place) {
        const record = await lists.readOffer(place, id);
        return record ? stateOf(record) : { state: 'ended' };
      }
      const copy = durable.get(keys.offer(id));
      // Without a mark it is most likely an id that never was; only an own offer must not be taken for that.
      const own = await (mark === null ? copy.catch(() => null) : orServiceUnavailable(copy));
      return own ? stateOf(JSON.parse(own) as OfferRecord) : { state: mark === null ? 'unknown' : 'ended' };
    },
    async write(record) {
      const { id, expires_at } = record.offer;
      const end = Date.parse(expires_at);
      const leftMs = end - Date.now();
      if (leftMs <= 0) return;
      const text = JSON.stringify(record);
      const cached = execAll(
        cache
          .pipeline()
          .set(keys.offer(id), text, 'PX', leftMs)
          .set(keys.offerMark(id), end, 'PX', leftMs + durations.expiredMarkerTtl),
      );
      if (record.isShared) return cached;
      const copies = await Promise.allSettled([cached, durable.set(keys.offer(id), text, 'PX', leftMs)]);
      if (copies.every(({ status }) => status === 'rejected')) await cached;
    },
    async end({ offer: { id }, mode, query, offerRequestId, isShared }) {
      if (!isShared) await durable.del(keys.offer(id)).catch(() => undefined);
      await execAll(
        cache
          .multi()
          .del(keys.offer(id), keys.offerPlace(id))
          .set(keys.offerMark(id), 0, 'PX', durations.expiredMarkerTtl),
      );
      if (isShared) await searches.removeOffer(searchCacheKey(mode, query), offerRequestId, id);
    },
  };
}
