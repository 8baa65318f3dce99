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
  /** Stores a price that is the lowest of its day, or if the stored one is outdated or in another currency; deletes past days. */
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
for _, day in ipairs(redis.call('HKEYS', KEYS[1])) do
  if day < ARGV[5] then redis.call('HDEL', KEYS[1], day) end
end
`;

/** Current date in UTC-12, the last time zone, so earlier days have ended everywhere. */
export const earliestCurrentDate = (): string =>
  new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);

/** Key of comparable prices. */
const calendarKey = (mode: Mode, query: PriceCalendarQuery): string =>
  [
    ...[mode, query.origin, query.destination, query.tripType, query.cabinClass],
    ...[query.adultsCount, query.childrenCount, query.infantsCount],
  ].join('.');

/**
 * Lowest prices of past searches, a hash of days for each route, trip type, cabin and numbers of travellers, in the Redis that
 * never evicts. Each day is written by a search that called the provider, so the budget of calls limits the size.
 */
export function createPriceCalendarRepository(
  durable: Redis,
  keys: Keys,
  durations: Pick<Durations, 'calendarReplaceAfter' | 'calendarTtl'>,
): PriceCalendarRepository {
  return {
    async record(mode, query, date, price) {
      const key = keys.calendar(calendarKey(mode, query));
      const value = JSON.stringify(price);
      await orServiceUnavailable(
        durable.eval(
          recordScript,
          1,
          key,
          date,
          value,
          durations.calendarReplaceAfter,
          durations.calendarTtl,
          earliestCurrentDate(),
        ),
      );
    },
    async read(mode, query) {
      const days = await orServiceUnavailable(durable.hgetall(keys.calendar(calendarKey(mode, query))));
      const minSeenAt = Date.now() - durations.calendarTtl;
      const prices = Object.entries(days)
        .map(([date, value]) => [date, seenPriceSchema.parse(JSON.parse(value))] as const)
        .filter(([, { seenAt }]) => seenAt >= minSeenAt);
      return new Map(prices);
    },
  };
}
