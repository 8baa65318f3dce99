import type { SeatMap } from '@fareline/contracts';
import type { Redis } from 'ioredis';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { SingleFlight } from '../searches/single-flight.ts';
import type { Durations } from '../durations.ts';
import { markExpiredIfGone, type OfferDeps } from './reload-offer.ts';
import type { OfferRecord } from './offer-record.ts';

export interface SeatMaps {
  /** Answered from the cache for a short while. */
  of(record: OfferRecord): Promise<SeatMap[]>;
  /** Asks the provider whatever is stored: a seat may have gone a second ago. */
  fresh(record: OfferRecord): Promise<SeatMap[]>;
}

export function createSeatMaps(
  { provider, offers }: OfferDeps,
  flights: SingleFlight,
  redis: Redis,
  keys: Keys,
  durations: Pick<Durations, 'seatMapsTtl'>,
): SeatMaps {
  async function fresh(record: OfferRecord): Promise<SeatMap[]> {
    const { id } = record.offer;
    const maps = await markExpiredIfGone(offers, record, provider.seatMaps(record.mode, id));
    await orServiceUnavailable(
      redis.set(keys.seatMaps(id), JSON.stringify(maps), 'PX', durations.seatMapsTtl),
    );
    return maps;
  }
  return {
    fresh,
    of: (record) =>
      flights.fly({
        name: `seats.${record.offer.id}`,
        look: async () => {
          const stored = await orServiceUnavailable(redis.get(keys.seatMaps(record.offer.id)));
          return stored === null ? undefined : (JSON.parse(stored) as SeatMap[]);
        },
        lead: () => fresh(record),
      }),
  };
}
