import type { Redis } from 'ioredis';
import type { ProviderOffer } from '../offers/offer-record.ts';
import { fromRedis } from '../redis/guard.ts';
import type { Keys } from '../redis/keys.ts';

/** One search's result, cheapest first. */
export interface SearchResult {
  /** The provider's offer request, and after it the offers that have ended since, between blanks. */
  id: string;
  /** ISO 8601, UTC. */
  searchedAt: string;
  offers: ProviderOffer[];
}

/** A page goes beside the list that it was made of, and not beside a later one, nor one that has lost an offer since. */
const writePageScript = `
if redis.call('HGET', KEYS[1], 'id') == ARGV[1] then redis.call('HSET', KEYS[1], ARGV[2], ARGV[3]) end
`;

/**
 * Notes the offer beside the list, and drops the pages that may show it. Small whatever the list's size: who reads the list to
 * make pages leaves it out. A later search of the same name has offers of its own.
 */
const takeOutScript = `
local id = redis.call('HGET', KEYS[1], 'id')
if not id or string.match(id, '^%S+') ~= ARGV[1] then return end
redis.call('HSET', KEYS[1], 'id', id .. ' ' .. ARGV[2])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if field ~= 'id' and field ~= 'list' then redis.call('HDEL', KEYS[1], field) end
end
`;

export interface SearchStore {
  read(key: string): Promise<SearchResult | undefined>;
  /** Keeps it until a moment, in milliseconds since 1970. */
  write(key: string, result: SearchResult, until: number): Promise<void>;
  readPage(key: string, page: string): Promise<Buffer | undefined>;
  writePage(key: string, searchId: string, page: string, bytes: Buffer): Promise<void>;
  /** From now on no list and no page shows this offer of a search. (CACHE-02) */
  takeOut(key: string, offerRequestId: string, offerId: string): Promise<void>;
}

/** A search is one hash: its id, its list and the pages made of it. They end together. */
export function createSearchStore(redis: Redis, keys: Keys): SearchStore {
  return {
    async read(key) {
      const [id, list] = await fromRedis(redis.hmget(keys.search(key), 'id', 'list'));
      if (!id || !list) return undefined;
      const result = JSON.parse(list) as SearchResult;
      const ended = new Set(id.split(' ').slice(1));
      return { ...result, id, offers: result.offers.filter(({ offer }) => !ended.has(offer.id)) };
    },
    async write(key, result, until) {
      const name = keys.search(key);
      await fromRedis(
        redis
          .multi()
          .del(name)
          .hset(name, { id: result.id, list: JSON.stringify(result) })
          .pexpireat(name, until)
          .exec(),
      );
    },
    async readPage(key, page) {
      return (await fromRedis(redis.hgetBuffer(keys.search(key), page))) ?? undefined;
    },
    async writePage(key, searchId, page, bytes) {
      await fromRedis(redis.eval(writePageScript, 1, keys.search(key), searchId, page, bytes));
    },
    async takeOut(key, offerRequestId, offerId) {
      await fromRedis(redis.eval(takeOutScript, 1, keys.search(key), offerRequestId, offerId));
    },
  };
}
