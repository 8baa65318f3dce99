import type { RedisClient } from '@fareline/service-kit/redis';
import type { Durations } from '../durations.ts';
import type { Keys } from '../redis/keys.ts';

/** About 6 MB; the offers that expired first are dropped beyond it, and are then unknown. */
const maxOpenedOffers = 50_000;

/**
 * Expiry of each offer that was opened, in one sorted set of limited size. It distinguishes an expired offer from an
 * unknown one after its record is deleted. Nothing fails if it cannot be written.
 */
export function createOpenedOffers(
  durable: RedisClient,
  keys: Keys,
  { expiredMarkerTtl }: Pick<Durations, 'expiredMarkerTtl'>,
) {
  const key = keys.openedOffers;
  return {
    /** Records the expiry of an offer that was opened; a recorded one is only replaced if `isCurrent`. */
    async record(id: string, expiresAt: number, isCurrent: boolean): Promise<void> {
      const pipeline = durable.pipeline();
      if (isCurrent) pipeline.zadd(key, expiresAt, id);
      else pipeline.zadd(key, 'NX', expiresAt, id);
      await pipeline
        .zremrangebyscore(key, '-inf', Date.now() - expiredMarkerTtl)
        .zremrangebyrank(key, 0, -maxOpenedOffers - 1)
        .exec()
        .catch(() => undefined);
    },
  };
}
