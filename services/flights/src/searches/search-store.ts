import type { Redis } from 'ioredis';
import type { ProviderOffer } from '../offers/offer-record.ts';
import { fromRedis } from '../redis/guard.ts';
import type { Keys } from '../redis/keys.ts';

/** One search's result, cheapest first. */
export interface SearchResult {
  /** The provider's offer request. */
  id: string;
  /** ISO 8601, UTC. */
  searchedAt: string;
  offers: ProviderOffer[];
}

/** A page goes beside the search that it was made of, and not beside a later one. */
const writePageScript = `
if redis.call('HGET', KEYS[1], 'id') == ARGV[1] then redis.call('HSET', KEYS[1], ARGV[2], ARGV[3]) end
`;

export interface SearchStore {
  read(key: string): Promise<SearchResult | undefined>;
  /** Keeps it until a moment, in milliseconds since 1970. */
  write(key: string, result: SearchResult, until: number): Promise<void>;
  readPage(key: string, page: string): Promise<Buffer | undefined>;
  writePage(key: string, searchId: string, page: string, bytes: Buffer): Promise<void>;
}

/** A search is one hash: its id, its list and the pages made of it. They end together. */
export function createSearchStore(redis: Redis, keys: Keys): SearchStore {
  return {
    async read(key) {
      const list = await fromRedis(redis.hget(keys.search(key), 'list'));
      return list === null ? undefined : (JSON.parse(list) as SearchResult);
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
  };
}
