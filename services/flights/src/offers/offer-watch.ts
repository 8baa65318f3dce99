import type { Redis } from 'ioredis';
import { fromRedis } from '../redis/guard.ts';
import type { Keys } from '../redis/keys.ts';
import type { Timings } from '../timings.ts';
import type { OfferRecord } from './offer-record.ts';

export interface OfferWatch {
  /** Someone looks at this offer, or books it. */
  touch(record: OfferRecord): Promise<void>;
  /** Takes the offers whose check is due and that somebody still looks at. */
  takeDue(limit: number): Promise<string[]>;
  /** The next check, `afterMs` from now at the latest; none when the end is too near for one. */
  plan(record: OfferRecord, afterMs?: number): Promise<void>;
}

type Options = Pick<Timings, 'watchSeen' | 'watchEvery' | 'watchAhead'>;

/** Which offers are looked at, and when the provider is to be asked about each: a sorted set by time. (D36) */
export function createOfferWatch(redis: Redis, keys: Keys, timings: Options): OfferWatch {
  function nextCheck(record: OfferRecord, afterMs: number): number | undefined {
    const last = Date.parse(record.offer.expires_at) - timings.watchAhead;
    return last <= Date.now() ? undefined : Math.min(Date.now() + afterMs, last);
  }

  async function plan(record: OfferRecord, afterMs = timings.watchEvery): Promise<void> {
    const at = nextCheck(record, afterMs);
    if (at !== undefined) await fromRedis(redis.zadd(keys.watched, 'NX', at, record.offer.id));
  }

  return {
    plan,
    async touch(record) {
      await fromRedis(redis.set(keys.seen(record.offer.id), '1', 'PX', timings.watchSeen));
      await plan(record);
    },
    async takeDue(limit) {
      const ids = await fromRedis(redis.zrangebyscore(keys.watched, 0, Date.now(), 'LIMIT', 0, limit));
      const taken: string[] = [];
      for (const id of ids) {
        // Removing is claiming: of two replicas one gets a 1.
        const isOurs = (await fromRedis(redis.zrem(keys.watched, id))) === 1;
        if (isOurs && (await fromRedis(redis.exists(keys.seen(id)))) === 1) taken.push(id);
      }
      return taken;
    },
  };
}
