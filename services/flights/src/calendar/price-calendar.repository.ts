import type { Mode, PriceCalendarQuery } from '@fareline/contracts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Durations } from '../durations.ts';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';

const seenPriceSchema = z.object({
  /** The provider's price, in minor units. */
  totalMinor: z.number().int(),
  currency: z.string(),
  /** Milliseconds since 1970. */
  seenAt: z.number().int(),
});
type SeenPrice = z.output<typeof seenPriceSchema>;

export interface PriceCalendarRepository {
  /** Stores a price that is the lowest of its day, or if the stored one is outdated or in another currency. */
  record(mode: Mode, query: PriceCalendarQuery, date: string, price: SeenPrice): Promise<void>;
  /** Unexpired prices by departure day. */
  read(mode: Mode, query: PriceCalendarQuery): Promise<Map<string, SeenPrice>>;
}

const recordScript = `
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  local old, new = cjson.decode(known), cjson.decode(ARGV[2])
  local isRecent = new.seenAt - old.seenAt < tonumber(ARGV[3])
  if isRecent and old.currency == new.currency and old.totalMinor <= new.totalMinor then return end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
`;

/** Key of comparable prices. */
const calendarKey = (mode: Mode, query: PriceCalendarQuery): string =>
  [
    ...[mode, query.origin, query.destination, query.tripType, query.cabinClass],
    ...[query.adultsCount, query.childrenCount, query.infantsCount],
  ].join('.');

/** Lowest prices of past searches, a hash of days for each route, trip type, cabin and numbers of travellers. */
export function createPriceCalendarRepository(
  redis: Redis,
  keys: Keys,
  durations: Pick<Durations, 'calendarReplaceAfter' | 'calendarTtl'>,
): PriceCalendarRepository {
  return {
    async record(mode, query, date, price) {
      const key = keys.calendar(calendarKey(mode, query));
      const value = JSON.stringify(price);
      await orServiceUnavailable(
        redis.eval(recordScript, 1, key, date, value, durations.calendarReplaceAfter, durations.calendarTtl),
      );
    },
    async read(mode, query) {
      const days = await orServiceUnavailable(redis.hgetall(keys.calendar(calendarKey(mode, query))));
      const minSeenAt = Date.now() - durations.calendarTtl;
      const prices = Object.entries(days)
        .map(([date, value]) => [date, seenPriceSchema.parse(JSON.parse(value))] as const)
        .filter(([, { seenAt }]) => seenAt >= minSeenAt);
      return new Map(prices);
    },
  };
}
