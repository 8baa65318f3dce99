import type { Mode, SearchRequest } from '@fareline/contracts';
import type { Redis } from 'ioredis';
import type { ProviderOffer } from '../duffel/provider-offer.ts';
import { execAll, orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { Compression } from './encoding.ts';
import { createSearchListRepository, type SearchList } from './search-list.repository.ts';

/** Result of a search, cheapest offer first. */
export interface SearchResult {
  /** Id of the provider's offer request; changes each time the search is run. */
  id: string;
  /** Changes with every offer that is removed from the result. */
  version: string;
  /** ISO 8601, UTC. */
  searchedAt: string;
  offers: readonly ProviderOffer[];
}

/** One page of a search, priced with a brand's markup. */
export interface PageRequest {
  mode: Mode;
  query: SearchRequest;
  page: number;
  limit: number;
  markupPercent: number;
  encoding: Compression;
}

/** Field of the page in the hash of its search. */
export const pageField = ({ markupPercent, page, limit, encoding }: PageRequest): string =>
  `page.${markupPercent}.${page}.${limit}.${encoding}`;

/** Stores a page only if the search still has the version that the page was built from. */
const writePageScript = `
if redis.call('HGET', KEYS[1], 'version') == ARGV[1] then redis.call('HSET', KEYS[1], ARGV[2], ARGV[3]) end
`;

/**
 * Adds the offer to the removed ones and deletes the pages, which may contain it. The list itself is not rewritten: removed
 * offers are filtered when it is read. Does nothing if the search has been run again since.
 */
const removeOfferScript = `
local version = redis.call('HGET', KEYS[1], 'version')
if not version or string.match(version, '^%S+') ~= ARGV[1] then return end
redis.call('HSET', KEYS[1], 'version', version .. ' ' .. ARGV[2])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if field ~= 'version' then redis.call('HDEL', KEYS[1], field) end
end
`;

export interface SearchRepository {
  read(searchKey: string): Promise<SearchResult | undefined>;
  /** Caches the search until a time in milliseconds since 1970; its offers can be read until they expire. */
  write(searchKey: string, list: SearchList, until: number): Promise<SearchResult>;
  readPage(searchKey: string, field: string): Promise<Buffer | undefined>;
  writePage(searchKey: string, version: string, field: string, bytes: Buffer): Promise<void>;
  /** Removes an offer from the list and the pages of a search. (CACHE-02) */
  removeOffer(searchKey: string, offerRequestId: string, offerId: string): Promise<void>;
}

/**
 * Cache of searches: a hash of the version (the offer request id followed by the ids of removed offers, separated by blanks)
 * and of the pages built from it, with one expiry of five minutes. The list is stored under its offer request and expires
 * later, so that offers can be opened after the search has expired.
 */
export function createSearchRepository(cache: Redis, keys: Keys): SearchRepository {
  const lists = createSearchListRepository(cache, keys);
  return {
    async read(searchKey) {
      const version = await orServiceUnavailable(cache.hget(keys.search(searchKey), 'version'));
      if (!version) return undefined;
      const [id = '', ...removedIds] = version.split(' ');
      const list = await lists.read(id);
      if (!list) return undefined;
      const { searchedAt, offers } = list;
      return {
        id,
        version,
        searchedAt,
        offers: offers.filter(({ offer }) => !removedIds.includes(offer.id)),
      };
    },
    async write(searchKey, list, until) {
      const { offerRequestId: id, searchedAt, offers } = list;
      // The list is written first, so that every offer of a page can be opened.
      await lists.write(list, until);
      const key = keys.search(searchKey);
      await execAll(cache.multi().del(key).hset(key, { version: id }).pexpireat(key, until));
      return { id, version: id, searchedAt, offers };
    },
    async readPage(searchKey, field) {
      return (await orServiceUnavailable(cache.hgetBuffer(keys.search(searchKey), field))) ?? undefined;
    },
    async writePage(searchKey, version, field, bytes) {
      await orServiceUnavailable(
        cache.eval(writePageScript, 1, keys.search(searchKey), version, field, bytes),
      );
    },
    async removeOffer(searchKey, offerRequestId, offerId) {
      await orServiceUnavailable(
        cache.eval(removeOfferScript, 1, keys.search(searchKey), offerRequestId, offerId),
      );
    },
  };
}
