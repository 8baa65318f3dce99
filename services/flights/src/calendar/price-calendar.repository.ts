import type { Mode, PriceCalendarQuery } from '@fareline/contracts';
import type { RedisClient } from '@fareline/service-kit/redis';
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
export type SeenPrice = z.output<typeof seenPriceSchema>;

/** The days of a search, `yyyy-MM-dd`. */
export interface TripDates {
  departureDate: string;
  returnDate?: string | undefined;
}

interface SeenTrip {
  trip: TripDates;
  price: SeenPrice;
}

type Route = Pick<PriceCalendarQuery, 'origin' | 'destination'>;

export interface PriceCalendarRepository {
  /**
   * Counts the search for its route unless it was made before. Stores a price that is the lowest of its trip, or if the stored one is
   * outdated or in another currency; deletes past days.
   */
  record(mode: Mode, query: PriceCalendarQuery, trip: TripDates, price: SeenPrice): Promise<void>;
  /** The lowest unexpired prices by departure day, for trips of any length. */
  read(mode: Mode, query: PriceCalendarQuery): Promise<Map<string, SeenPrice>>;
  /** The lowest price of the last week among trips that depart after today everywhere. */
  readLowestOfWeek(mode: Mode, query: PriceCalendarQuery): Promise<SeenTrip | undefined>;
  /** The routes of at least three different searches of the last week, most searched first. */
  listPopularRoutes(mode: Mode): Promise<Route[]>;
  /** The unexpired prices of exactly these trips; those without a seen price are omitted. */
  readTrips<Trip extends TripDates>(
    mode: Mode,
    query: PriceCalendarQuery,
    trips: readonly Trip[],
  ): Promise<{ trip: Trip; price: SeenPrice }[]>;
}

const recordScript = `
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  local old, new = cjson.decode(known), cjson.decode(ARGV[2])
  local isRecent = new.seenAt - old.seenAt < tonumber(ARGV[3])
  if isRecent and old.currency == new.currency and old.totalMinor <= new.totalMinor then return end
else
  redis.call('ZINCRBY', KEYS[2], 1, ARGV[6])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
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

/** Current date in UTC+14, the first time zone, so trips of later days have departed nowhere. */
const latestCurrentDate = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

const dayMs = 86_400_000;
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Fewer could be one traveller, whose plans are not for others. */
const minSearches = 3;
/** Routes of one day beyond this number are hardly popular. */
const maxRoutesOfDay = 50;

const calendarKey = (mode: Mode, query: PriceCalendarQuery): string =>
  [
    ...[mode, query.origin, query.destination, query.tripType, query.cabinClass],
    ...[query.adultsCount, query.childrenCount, query.infantsCount],
  ].join('.');

/** The field of a trip; it starts with its departure day, by which past days are deleted. */
const toField = ({ departureDate, returnDate }: TripDates): string =>
  returnDate ? `${departureDate}/${returnDate}` : departureDate;

const parseField = (field: string): TripDates => {
  const [departureDate = '', returnDate] = field.split('/');
  return { departureDate, returnDate };
};

/** Whether a price replaces the other one in the calendar; prices in different currencies cannot be compared, so the newer one does. */
const isBetter = (price: SeenPrice, other: SeenPrice): boolean =>
  price.currency === other.currency ? price.totalMinor < other.totalMinor : price.seenAt > other.seenAt;

/**
 * Lowest prices of past searches, a hash of trips for each route, trip type, cabin and numbers of travellers, in the Redis that
 * never evicts. Each day is written by a search that called the provider, so the budget of calls limits the size.
 */
export function createPriceCalendarRepository(
  durable: RedisClient,
  keys: Keys,
  durations: Pick<Durations, 'calendarReplaceAfter' | 'calendarTtl' | 'popularRoutesTtl'>,
): PriceCalendarRepository {
  /** The stored price; undefined without one or when it is expired. */
  function parsePrice(value: string | null | undefined, ttl = durations.calendarTtl): SeenPrice | undefined {
    if (!value) return undefined;
    const price = seenPriceSchema.parse(JSON.parse(value));
    return price.seenAt >= Date.now() - ttl ? price : undefined;
  }

  const readFields = (mode: Mode, query: PriceCalendarQuery) =>
    orServiceUnavailable(durable.hgetall(keys.calendar(calendarKey(mode, query))));

  return {
    async record(mode, query, trip, price) {
      const key = keys.calendar(calendarKey(mode, query));
      const value = JSON.stringify(price);
      await orServiceUnavailable(
        durable.eval(
          recordScript,
          2,
          key,
          keys.searchedRoutes(mode, toDay(Date.now())),
          toField(trip),
          value,
          durations.calendarReplaceAfter,
          durations.popularRoutesTtl,
          earliestCurrentDate(),
          `${query.origin}.${query.destination}`,
        ),
      );
    },
    async read(mode, query) {
      const lowest = new Map<string, SeenPrice>();
      for (const [field, value] of Object.entries(await readFields(mode, query))) {
        const price = parsePrice(value);
        const day = field.slice(0, 10);
        const known = lowest.get(day);
        if (price && (!known || isBetter(price, known))) lowest.set(day, price);
      }
      return lowest;
    },
    async readLowestOfWeek(mode, query) {
      const today = latestCurrentDate();
      return Object.entries(await readFields(mode, query))
        .flatMap(([field, value]) => {
          const trip = parseField(field);
          const price = parsePrice(value, durations.popularRoutesTtl);
          return price && trip.departureDate > today ? [{ trip, price }] : [];
        })
        .reduce<SeenTrip | undefined>(
          (lowest, seen) => (lowest && !isBetter(seen.price, lowest.price) ? lowest : seen),
          undefined,
        );
    },
    async listPopularRoutes(mode) {
      const now = Date.now();
      const counts = new Map<string, number>();
      for (let time = now - durations.popularRoutesTtl + dayMs; time <= now; time += dayMs) {
        const key = keys.searchedRoutes(mode, toDay(time));
        const found = await orServiceUnavailable(durable.zrevrange(key, 0, maxRoutesOfDay - 1, 'WITHSCORES'));
        for (let index = 0; index < found.length; index += 2) {
          const route = found[index] ?? '';
          counts.set(route, (counts.get(route) ?? 0) + Number(found[index + 1]));
        }
      }
      return [...counts]
        .filter(([, count]) => count >= minSearches)
        .sort(([, one], [, other]) => other - one)
        .map(([route]) => {
          const [origin = '', destination = ''] = route.split('.');
          return { origin, destination };
        });
    },
    async readTrips(mode, query, trips) {
      if (trips.length === 0) return [];
      const key = keys.calendar(calendarKey(mode, query));
      const values = await orServiceUnavailable(durable.hmget(key, ...trips.map(toField)));
      return trips.flatMap((trip, index) => {
        const price = parsePrice(values[index]);
        return price ? [{ trip, price }] : [];
      });
    },
  };
}
