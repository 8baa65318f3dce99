import type { Mode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { ProviderPrice } from '../duffel/provider-offer.ts';
import { execAll, orServiceUnavailable } from '../redis/commands.ts';
import type { SearchDeps } from '../searches/search-deps.ts';
import { toSearchKey } from '../searches/search-key.ts';
import { createSearchListRepository, type FoundOffer } from '../searches/search-list.repository.ts';
import { createSearchRepository } from '../searches/search.repository.ts';

/** Price and fare of an offer in the result list. */
interface ListedPrice {
  price: ProviderPrice;
  /** Fare name of the first slice. */
  fareBrand: string | null;
}

/** An offer as stored in Redis. */
export interface OfferRecord extends FoundOffer {
  /** True for a cached offer, false for a fresh one. */
  isShared: boolean;
  /** An order was attempted with it, which the provider allows once. */
  isUsed?: true;
  /** True if the paid extras have been loaded. */
  hasServices: boolean;
  /** Set when a cached offer is first reloaded from the provider. */
  listedAs?: ListedPrice;
}

type StoredOffer =
  | { state: 'stored'; record: OfferRecord }
  /** Its expiry has passed, or the provider no longer has it. */
  | { state: 'expired' }
  | { state: 'unknown' };

export interface OfferRepository {
  read(id: string): Promise<StoredOffer>;
  /** Stores the record until its expiry, and a marker beyond it that distinguishes an expired offer from an unknown one. */
  write(record: OfferRecord): Promise<void>;
  /** Marks the offer as expired and removes it from the search that found it. (PROVIDER-05, CACHE-02) */
  markExpired(record: OfferRecord): Promise<void>;
}

const toStoredOffer = (record: OfferRecord): StoredOffer =>
  Date.parse(record.offer.expires_at) > Date.now() ? { state: 'stored', record } : { state: 'expired' };

/**
 * Offers by id. Cached offers are read from the list of their search; an offer has a record of its own once it was loaded
 * from the provider, with a marker that outlives it and contains the expiry, or 0 if the offer was marked as expired. Fresh
 * offers are in no list, so they are stored both in the cache and in the Redis that never evicts: one of the two may be down.
 */
export function createOfferRepository({
  cache,
  durable,
  keys,
  durations,
}: Pick<SearchDeps, 'cache' | 'durable' | 'keys' | 'durations'>): OfferRepository {
  const searches = createSearchRepository(cache, keys);
  const lists = createSearchListRepository(cache, keys);
  return {
    async read(id) {
      const [cachedRecord, location, marker] = await orServiceUnavailable(
        cache.mget(keys.offer(id), keys.offerLocation(id), keys.expiredMarker(id)),
      );
      if (cachedRecord) return toStoredOffer(JSON.parse(cachedRecord) as OfferRecord);
      // Checked before the list, which has the expiry from the time of the search.
      if (marker !== null && Number(marker) <= Date.now()) return { state: 'expired' };
      if (location) {
        const listed = await lists.readOffer(location, id);
        return listed
          ? toStoredOffer({ ...listed, isShared: true, hasServices: false })
          : { state: 'expired' };
      }
      const durableRead = durable.get(keys.offer(id));
      // Without a marker the id is most likely unknown, so a Redis outage is ignored; with one it may be a fresh offer.
      const durableRecord = await (marker === null
        ? durableRead.catch(() => null)
        : orServiceUnavailable(durableRead));
      return durableRecord
        ? toStoredOffer(JSON.parse(durableRecord) as OfferRecord)
        : { state: marker === null ? 'unknown' : 'expired' };
    },
    async write(record) {
      const { id, expires_at } = record.offer;
      const expiresAt = Date.parse(expires_at);
      const ttl = expiresAt - Date.now();
      if (ttl <= 0) return;
      const json = JSON.stringify(record);
      const cacheWrite = execAll(
        cache
          .pipeline()
          .set(keys.offer(id), json, 'PX', ttl)
          .set(keys.expiredMarker(id), expiresAt, 'PX', ttl + durations.expiredMarkerTtl),
      );
      if (record.isShared) return cacheWrite;
      const writes = await Promise.allSettled([cacheWrite, durable.set(keys.offer(id), json, 'PX', ttl)]);
      if (writes.every(({ status }) => status === 'rejected')) await cacheWrite;
    },
    async markExpired({ offer: { id }, mode, query, offerRequestId, isShared }) {
      if (!isShared) await durable.del(keys.offer(id)).catch(() => undefined);
      await execAll(
        cache
          .multi()
          .del(keys.offer(id), keys.offerLocation(id))
          .set(keys.expiredMarker(id), 0, 'PX', durations.expiredMarkerTtl),
      );
      if (isShared) await searches.removeOffer(toSearchKey(mode, query), offerRequestId, id);
    },
  };
}

/** Returns the stored offer. Throws OFFER_EXPIRED if it has expired or belongs to the other mode (MODE-05), OFFER_NOT_FOUND if it is unknown. */
export async function loadOffer(offers: OfferRepository, mode: Mode, id: string): Promise<OfferRecord> {
  const found = await offers.read(id);
  if (found.state === 'unknown') throw new AppError('OFFER_NOT_FOUND');
  if (found.state === 'expired' || found.record.mode !== mode) throw new AppError('OFFER_EXPIRED');
  return found.record;
}
