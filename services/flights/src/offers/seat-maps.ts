import type { SeatMap } from '@fareline/contracts';
import type { Deps } from '../deps.ts';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { OfferRecord } from './offer.repository.ts';
import { markExpiredIfGone } from './reload-offer.ts';

/** Returns seat maps that are cached for a short time. */
export const getSeatMaps = (deps: Deps, record: OfferRecord): Promise<SeatMap[]> =>
  deps.singleFlight.run({
    key: `seats.${record.offer.id}`,
    read: async () => {
      const stored = await orServiceUnavailable(deps.cache.get(deps.keys.seatMaps(record.offer.id)));
      return stored === null ? undefined : (JSON.parse(stored) as SeatMap[]);
    },
    load: () => fetchSeatMaps(deps, record),
  });

/** Loads seat maps from the provider, because cached availability may be outdated. */
export async function fetchSeatMaps(
  { provider, offers, cache, keys, durations }: Deps,
  record: OfferRecord,
): Promise<SeatMap[]> {
  const { id } = record.offer;
  const maps = await markExpiredIfGone(offers, record, provider.getSeatMaps(record.mode, id));
  await orServiceUnavailable(cache.set(keys.seatMaps(id), JSON.stringify(maps), 'PX', durations.seatMapsTtl));
  return maps;
}
