import {
  firstPageSize,
  nextPageSize,
  wholeListSize,
  type Mode,
  type SearchRequest,
} from '@fareline/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { RedisClient } from '@fareline/service-kit/redis';
import type { Client } from '@fareline/service-kit/limits/client';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { execAll, orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { Compression } from './encoding.ts';
import {
  createSearchListRepository,
  getListExpiry,
  isLive,
  type ListDurations,
  type SearchList,
} from './search-list.repository.ts';

/** Result of a search, cheapest offer first. */
export interface SearchResult {
  /** Id of the provider's offer request; changes each time the search is run. */
  id: string;
  /** Changes with every offer that is removed from the result. */
  version: string;
  /** ISO 8601, UTC. */
  searchedAt: string;
  /** The unexpired ones. */
  offers: readonly ProviderOffer[];
  /** Pages built from the result can be sent until this time in milliseconds since 1970. */
  pagesUntil: number;
}

/** One page of a search, priced with a brand's markup. */
export interface PageRequest {
  mode: Mode;
  query: SearchRequest;
  page: number;
  limit: number;
  markupPercent: number;
  encoding: Compression;
  /** Counted only if the provider is called for it. */
  client: Client;
}

/** Page sizes of our own screens; pages of other sizes are not cached, so that requests cannot fill the cache. */
const cachedPageSizes: readonly number[] = [firstPageSize, nextPageSize, wholeListSize];

export const hasCachedSize = ({ limit }: Pick<PageRequest, 'limit'>): boolean =>
  cachedPageSizes.includes(limit);

/** Field of the page in the hash of the pages of its search. */
export const pageField = ({ markupPercent, page, limit, encoding }: Omit<PageRequest, 'client'>): string =>
  `page.${markupPercent}.${page}.${limit}.${encoding}`;

/**
 * Stores a page only if the search still has the version that the page was built from. The pages of a search expire together,
 * at the earliest time of one of them.
 */
const writePageScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('PEXPIREAT', KEYS[2], ARGV[4], 'LT')
`;

/**
 * Adds the offer to the removed ones and deletes the pages, which may contain it. The list itself is not rewritten: removed
 * offers are filtered when it is read. Does nothing if the search has been run again since.
 */
const removeOfferScript = `
local version = redis.call('GET', KEYS[1])
if not version or string.match(version, '^%S+') ~= ARGV[1] then return end
redis.call('SET', KEYS[1], version .. ' ' .. ARGV[2], 'KEEPTTL')
redis.call('DEL', KEYS[2])
`;

/** Ends a search that is cached, unless it has been run again since. */
const forgetScript = `
local version = redis.call('GET', KEYS[1])
if version and string.match(version, '^%S+') == ARGV[1] then redis.call('DEL', KEYS[1], KEYS[2]) end
`;

/** The earliest expiry of an offer, but not later than `until`; `reduce` because there may be too many offers for a spread. */
const getEarliestExpiry = (offers: readonly ProviderOffer[], until: number): number =>
  offers.reduce((earliest, { offer }) => Math.min(earliest, Date.parse(offer.expires_at)), until);

export interface SearchRepository {
  /** The search with its unexpired offers; undefined if it is not cached, or if all its offers have expired. (CACHE-02, LIST-05) */
  read(searchKey: string): Promise<SearchResult | undefined>;
  isCached(searchKey: string): Promise<boolean>;
  /** Caches the search; its offers can be read longer, until they expire. (CACHE-01) */
  write(searchKey: string, list: SearchList): Promise<SearchResult>;
  readPage(searchKey: string, field: string): Promise<Buffer | undefined>;
  /** Stores a page of the result as long as it contains no expired offer. */
  writePage(searchKey: string, result: SearchResult, field: string, bytes: Buffer): Promise<void>;
  /** Removes an offer from the list and the pages of a search. (CACHE-02) */
  removeOffer(searchKey: string, offerRequestId: string, offerId: string): Promise<void>;
  /** Makes the next visitor run the search again; its offers can still be read. */
  forget(searchKey: string, offerRequestId: string): Promise<void>;
}

/**
 * Cache of searches. The version of a search is its offer request id, the time until which it is cached and
 * the ids of removed offers, separated by blanks; a hash has the pages built from it. Version and list expire
 * after the pages, because an evicted page can be built again, while an evicted version or list costs a
 * provider call.
 */
export function createSearchRepository(
  cache: RedisClient,
  keys: Keys,
  durations: ListDurations,
  log: FastifyBaseLogger,
): SearchRepository {
  const lists = createSearchListRepository(cache, keys, durations, log);

  async function readVersion(searchKey: string) {
    const version = await orServiceUnavailable(cache.get(keys.searchVersion(searchKey)));
    if (version === null) return undefined;
    const [id = '', until = '', ...removedIds] = version.split(' ');
    return Number(until) > Date.now() ? { version, id, until: Number(until), removedIds } : undefined;
  }

  return {
    async read(searchKey) {
      const stored = await readVersion(searchKey);
      if (!stored) return undefined;
      const { id, version, until, removedIds } = stored;
      const list = await lists.read(id);
      if (!list) return undefined;
      const offers = list.offers.filter((each) => isLive(each) && !removedIds.includes(each.offer.id));
      // An empty list would otherwise be served for up to five minutes.
      if (offers.length === 0 && list.offers.length > 0) return undefined;
      const { searchedAt } = list;
      return { id, version, searchedAt, offers, pagesUntil: getEarliestExpiry(offers, until) };
    },
    isCached: async (searchKey) => (await readVersion(searchKey)) !== undefined,
    async write(searchKey, list) {
      const { offerRequestId: id, searchedAt, offers } = list;
      // The list is written first, so that every offer of a page can be opened.
      await lists.write(list);
      const until = Date.now() + durations.searchTtl;
      const version = `${id} ${until}`;
      await execAll(
        cache
          .multi()
          .del(keys.pages(searchKey))
          .set(keys.searchVersion(searchKey), version, 'PXAT', getListExpiry(offers, durations)),
      );
      return { id, version, searchedAt, offers, pagesUntil: getEarliestExpiry(offers, until) };
    },
    async readPage(searchKey, field) {
      return (await orServiceUnavailable(cache.hgetBuffer(keys.pages(searchKey), field))) ?? undefined;
    },
    async writePage(searchKey, { version, pagesUntil }, field, bytes) {
      const pageKeys = [keys.searchVersion(searchKey), keys.pages(searchKey)];
      await orServiceUnavailable(
        cache.eval(writePageScript, 2, ...pageKeys, version, field, bytes, pagesUntil),
      );
    },
    async forget(searchKey, offerRequestId) {
      const pageKeys = [keys.searchVersion(searchKey), keys.pages(searchKey)];
      await orServiceUnavailable(cache.eval(forgetScript, 2, ...pageKeys, offerRequestId));
    },
    async removeOffer(searchKey, offerRequestId, offerId) {
      const pageKeys = [keys.searchVersion(searchKey), keys.pages(searchKey)];
      await orServiceUnavailable(cache.eval(removeOfferScript, 2, ...pageKeys, offerRequestId, offerId));
    },
  };
}
