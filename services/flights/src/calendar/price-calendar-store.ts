import type { Mode, PriceCalendarQuery } from '@fareline/contracts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';

const seenPriceSchema = z.object({
  /** What the provider asked, in minor units. */
  totalMinor: z.number().int(),
  currency: z.string(),
  /** Milliseconds since 1970. */
  seenAt: z.number().int(),
});
export type SeenPrice = z.output<typeof seenPriceSchema>;

export interface PriceCalendarStore {
  /** Takes a price in where it is the lowest of its day, or where what is known is of yesterday or in another currency. */
  note(mode: Mode, trip: PriceCalendarQuery, date: string, price: SeenPrice): Promise<void>;
  /** What is known, by day, not older than the calendar goes back. */
  read(mode: Mode, trip: PriceCalendarQuery): Promise<Map<string, SeenPrice>>;
}

const noteScript = `
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  local old, new = cjson.decode(known), cjson.decode(ARGV[2])
  local isRecent = new.seenAt - old.seenAt < tonumber(ARGV[3])
  if isRecent and old.currency == new.currency and old.totalMinor <= new.totalMinor then return end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
`;

/** Everything that makes two prices of a day comparable, in one name. */
const nameOf = (mode: Mode, trip: PriceCalendarQuery): string =>
  [
    ...[mode, trip.origin, trip.destination, trip.tripType, trip.cabinClass],
    ...[trip.adultsCount, trip.childrenCount, trip.infantsCount],
  ].join('.');

/** The lowest prices that searches have seen, a hash of days for each route, kind of trip, cabin and number of travellers. */
export function createPriceCalendarStore(
  redis: Redis,
  keys: Keys,
  durations: Pick<Durations, 'calendarReplaceAfter' | 'calendarTtl'>,
): PriceCalendarStore {
  return {
    async note(mode, trip, date, price) {
      const key = keys.calendar(nameOf(mode, trip));
      const value = JSON.stringify(price);
      await orServiceUnavailable(
        redis.eval(noteScript, 1, key, date, value, durations.calendarReplaceAfter, durations.calendarTtl),
      );
    },
    async read(mode, trip) {
      const days = await orServiceUnavailable(redis.hgetall(keys.calendar(nameOf(mode, trip))));
      const oldest = Date.now() - durations.calendarTtl;
      const known = Object.entries(days)
        .map(([date, value]) => [date, seenPriceSchema.parse(JSON.parse(value))] as const)
        .filter(([, { seenAt }]) => seenAt >= oldest);
      return new Map(known);
    },
  };
}
