import type { SeatMap } from '@fareline/contracts';
import type { Redis } from 'ioredis';
import type { Durations } from '../durations.ts';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import type { SingleFlight } from '../single-flight/single-flight.ts';
import type { OfferRecord } from './offer.repository.ts';
import { markExpiredIfGone, type OfferDeps } from './reload-offer.ts';

export interface SeatMaps {
  /** Returns seat maps that are cached for a short time. */
  get(record: OfferRecord): Promise<SeatMap[]>;
  /** Loads seat maps from the provider, because cached availability may be outdated. */
  fetch(record: OfferRecord): Promise<SeatMap[]>;
}

export function createSeatMaps(
  { provider, offers }: OfferDeps,
  singleFlight: SingleFlight,
  redis: Redis,
  keys: Keys,
  durations: Pick<Durations, 'seatMapsTtl'>,
): SeatMaps {
  async function fetchSeatMaps(record: OfferRecord): Promise<SeatMap[]> {
    const { id } = record.offer;
    const maps = await markExpiredIfGone(offers, record, provider.getSeatMaps(record.mode, id));
    await orServiceUnavailable(
      redis.set(keys.seatMaps(id), JSON.stringify(maps), 'PX', durations.seatMapsTtl),
    );
    return maps;
  }
  return {
    fetch: fetchSeatMaps,
    get: (record) =>
      singleFlight.run({
        key: `seats.${record.offer.id}`,
        read: async () => {
          const stored = await orServiceUnavailable(redis.get(keys.seatMaps(record.offer.id)));
          return stored === null ? undefined : (JSON.parse(stored) as SeatMap[]);
        },
        load: () => fetchSeatMaps(record),
      }),
  };
}
