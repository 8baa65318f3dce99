import type { Redis } from 'ioredis';
import type { ProviderOffer } from '../offers/offer-record.ts';
import { orServiceUnavailable, execAll } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import { createSearchLists, type SearchList } from './search-list.ts';

/** One search's result, cheapest first. */
export interface SearchResult {
  /** The provider's offer request: another one for each time that the search is made. */
  id: string;
  /** Another one for each offer of it that has ended since. */
  version: string;
  /** ISO 8601, UTC. */
  searchedAt: string;
  offers: readonly ProviderOffer[];
}

/** A page goes beside the list that it was made of, and not beside a later one, nor one that has lost an offer since. */
const writePageScript = `
if redis.call('HGET', KEYS[1], 'version') == ARGV[1] then redis.call('HSET', KEYS[1], ARGV[2], ARGV[3]) end
`;

/**
 * Notes the offer, and drops the pages that may show it. Small whatever the list's size: who reads the list to make pages
 * leaves it out. A later search of the same name has offers of its own.
 */
const takeOutScript = `
local version = redis.call('HGET', KEYS[1], 'version')
if not version or string.match(version, '^%S+') ~= ARGV[1] then return end
redis.call('HSET', KEYS[1], 'version', version .. ' ' .. ARGV[2])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if field ~= 'version' then redis.call('HDEL', KEYS[1], field) end
end
`;

export interface SearchStore {
  read(key: string): Promise<SearchResult | undefined>;
  /** The search is answered from it until a moment, in milliseconds since 1970; its offers are found until they expire. */
  write(key: string, list: SearchList, until: number): Promise<SearchResult>;
  readPage(key: string, page: string): Promise<Buffer | undefined>;
  writePage(key: string, version: string, page: string, bytes: Buffer): Promise<void>;
  /** From now on no list and no page shows this offer of a search. (CACHE-02) */
  removeOffer(key: string, offerRequestId: string, offerId: string): Promise<void>;
}

/**
 * What a search is answered from for five minutes: a hash of the version (the offer request and, between blanks, its offers
 * that have ended since) and the pages made of it, which end together. The list lives longer, under its offer request: who
 * looks at a search for longer can still open its offers.
 */
export function createSearchStore(cache: Redis, keys: Keys): SearchStore {
  const lists = createSearchLists(cache, keys);
  return {
    async read(key) {
      const version = await orServiceUnavailable(cache.hget(keys.search(key), 'version'));
      if (!version) return undefined;
      const [id = '', ...ended] = version.split(' ');
      const list = await lists.read(id);
      if (!list) return undefined;
      const { searchedAt, offers } = list;
      return { id, version, searchedAt, offers: offers.filter(({ offer }) => !ended.includes(offer.id)) };
    },
    async write(key, list, until) {
      const { offerRequestId: id, searchedAt, offers } = list;
      // The list first: whoever sees a page must be able to open what is in it.
      await lists.write(list, until);
      const name = keys.search(key);
      await execAll(cache.multi().del(name).hset(name, { version: id }).pexpireat(name, until));
      return { id, version: id, searchedAt, offers };
    },
    async readPage(key, page) {
      return (await orServiceUnavailable(cache.hgetBuffer(keys.search(key), page))) ?? undefined;
    },
    async writePage(key, version, page, bytes) {
      await orServiceUnavailable(cache.eval(writePageScript, 1, keys.search(key), version, page, bytes));
    },
    async removeOffer(key, offerRequestId, offerId) {
      await orServiceUnavailable(cache.eval(takeOutScript, 1, keys.search(key), offerRequestId, offerId));
    },
  };
}
