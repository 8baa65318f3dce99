import type { Mode, Offer } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { ProviderOffer, ProviderPrice } from '../pricing/provider-offer.ts';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { SearchDeps } from '../searches/search-deps.ts';
import { toSearchKey } from '../searches/search-key.ts';
import { createSearchListRepository, type FoundOffer } from '../searches/search-list.repository.ts';
import { createSearchRepository } from '../searches/search.repository.ts';
import { createOpenedOffers } from './opened-offers.ts';

/** Price and fare of an offer in the result list. */
interface ListedPrice {
  price: ProviderPrice;
  /** Fare name of the first slice. */
  fareBrand: string | null;
}

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

/** What validity polls need of an offer. */
export type OfferValidity = Pick<OfferRecord, 'mode' | 'isShared' | 'closesBeforeDeparture'> & {
  offer: Pick<Offer, 'id' | 'expires_at'>;
};

type Found<T> =
  | { state: 'stored'; record: T }
  /** Its expiry has passed, or the provider no longer has it. */
  | { state: 'expired'; code: 'OFFER_EXPIRED' | 'DEPARTURE_TOO_CLOSE' }
  | { state: 'unknown' };

type StoredOffer = Found<OfferRecord>;

export interface OfferRepository {
  read(id: string): Promise<StoredOffer>;
  /** Like `read`, but without the list of an offer that was opened before: decompressing it takes milliseconds. */
  readValidity(id: string): Promise<Found<OfferValidity>>;
  /** The offers of the same flights in the search that found it, itself included; none if the search is no longer cached. */
  readSameFlights(record: OfferRecord): Promise<ProviderOffer[]>;
  /** Stores the record until its expiry. After it the offer is expired, not unknown. */
  write(record: OfferRecord): Promise<void>;
  /** Records that the offer was opened: after its expiry it is expired, not unknown. */
  recordOpening(record: OfferValidity): Promise<void>;
  /** Marks the offer as expired and removes it from the search that found it. (PROVIDER-05, CACHE-02) */
  markExpired(record: OfferRecord): Promise<void>;
  /** Ends the cached search of an offer whose price has changed, so that no list shows the former price for longer. (PROVIDER-02) */
  forgetSearch(record: OfferRecord): Promise<void>;
}

const toExpiredOffer = (record?: OfferValidity) =>
  ({
    state: 'expired',
    code: record?.closesBeforeDeparture ? 'DEPARTURE_TOO_CLOSE' : 'OFFER_EXPIRED',
  }) as const;

const toStoredOffer = <T extends OfferValidity>(record: T): Found<T> =>
  Date.parse(record.offer.expires_at) > Date.now() ? { state: 'stored', record } : toExpiredOffer(record);

/**
 * Offers by id. Cached offers are read from the list of their search; an offer has a record of its own once it was loaded
 * from the provider. Fresh offers are in no list, so they are stored both in the cache and in the Redis that never evicts:
 * one of the two may be down.
 */
export function createOfferRepository({
  cache,
  durable,
  keys,
  durations,
  log,
}: Pick<SearchDeps, 'cache' | 'durable' | 'keys' | 'durations' | 'log'>): OfferRepository {
  const searches = createSearchRepository(cache, keys, durations, log);
  const lists = createSearchListRepository(cache, keys, durations, log);
  const openedOffers = createOpenedOffers(durable, keys, durations);

  /** What the Redis that never evicts knows of an offer; undefined if it is unavailable. */
  async function readDurable(id: string) {
    try {
      const [expiresAt, record] = await Promise.all([
        durable.zscore(keys.openedOffers, id),
        durable.get(keys.offer(id)),
      ]);
      return { expiresAt: expiresAt === null ? undefined : Number(expiresAt), record };
    } catch {
      return undefined;
    }
  }

  /** Finds an offer; `readListed` reads one that has no record of its own, and is given its expiry if it was opened before. */
  async function find<T extends OfferValidity>(
    id: string,
    readListed: (location: string, expiresAt: number | undefined) => Promise<T | undefined>,
  ): Promise<Found<T | OfferRecord>> {
    const cachedRecord = await orServiceUnavailable(cache.get(keys.offer(id)));
    if (cachedRecord) return toStoredOffer(JSON.parse(cachedRecord) as OfferRecord);
    const [location, opened] = await Promise.all([lists.locateOffer(id), readDurable(id)]);
    // Checked before the list, which has the expiry from the time of the search.
    if (opened?.expiresAt !== undefined && opened.expiresAt <= Date.now())
      return toExpiredOffer(location ? await readListedOffer(id, location) : undefined);
    if (location) {
      const listed = await readListed(location, opened?.expiresAt);
      return listed ? toStoredOffer(listed) : toExpiredOffer();
    }
    // It may be a fresh offer whose record the cache has evicted.
    if (!opened) throw new AppError('SERVICE_UNAVAILABLE');
    if (opened.record) return toStoredOffer(JSON.parse(opened.record) as OfferRecord);
    return opened.expiresAt === undefined ? { state: 'unknown' } : toExpiredOffer();
  }

  async function readListedOffer(id: string, location: string): Promise<OfferRecord | undefined> {
    const listed = await lists.readOffer(location, id);
    return listed && { ...listed, isShared: true, hasServices: false };
  }

  return {
    read: (id) => find(id, (location) => readListedOffer(id, location)),
    readValidity: (id) =>
      find<OfferValidity>(id, async (location, expiresAt) => {
        if (expiresAt === undefined) return readListedOffer(id, location);
        const mode = await lists.readMode(location);
        return mode && { mode, isShared: true, offer: { id, expires_at: new Date(expiresAt).toISOString() } };
      }),
    async readSameFlights({ offer }) {
      const location = await lists.locateOffer(offer.id);
      return location ? lists.readSameFlights(location, offer) : [];
    },
    async write(record) {
      const { id, expires_at } = record.offer;
      const expiresAt = Date.parse(expires_at);
      const ttl = expiresAt - Date.now();
      if (ttl <= 0) return;
      const json = JSON.stringify(record);
      // Longer than any page, because what expires first is evicted first.
      const cacheWrite = orServiceUnavailable(
        cache.set(keys.offer(id), json, 'PX', ttl + durations.searchTtl),
      );
      const opening = openedOffers.record(id, expiresAt, true);
      if (record.isShared) {
        await Promise.all([cacheWrite, opening]);
        return;
      }
      const writes = await Promise.allSettled([cacheWrite, durable.set(keys.offer(id), json, 'PX', ttl)]);
      await opening;
      if (writes.every(({ status }) => status === 'rejected')) await cacheWrite;
    },
    async recordOpening({ offer: { id, expires_at } }) {
      await openedOffers.record(id, Date.parse(expires_at), false);
    },
    async forgetSearch({ mode, query, offerRequestId, isShared }) {
      if (isShared) await searches.forget(toSearchKey(mode, query), offerRequestId);
    },
    async markExpired({ offer: { id }, mode, query, offerRequestId, isShared }) {
      if (!isShared) await durable.del(keys.offer(id)).catch(() => undefined);
      await openedOffers.record(id, Date.now(), true);
      // Without the index entry the list cannot be read, even if the expiry could not be recorded.
      await lists.forgetOffer(id);
      await orServiceUnavailable(cache.del(keys.offer(id)));
      if (isShared) await searches.removeOffer(toSearchKey(mode, query), offerRequestId, id);
    },
  };
}

/**
 * Returns the stored offer. Throws OFFER_NOT_FOUND if it is unknown, OFFER_EXPIRED or DEPARTURE_TOO_CLOSE if it has expired,
 * OFFER_EXPIRED if it belongs to the other mode (MODE-05).
 */
export async function loadOffer(offers: OfferRepository, mode: Mode, id: string): Promise<OfferRecord> {
  const found = await offers.read(id);
  if (found.state === 'unknown') throw new AppError('OFFER_NOT_FOUND');
  if (found.state === 'expired') throw new AppError(found.code);
  if (found.record.mode !== mode) throw new AppError('OFFER_EXPIRED');
  return found.record;
}
