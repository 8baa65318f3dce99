import { closeExitRows, listBarredFromExits, type SeatMap } from '@fareline/contracts';
import type { Deps } from '../deps.ts';
import type { BudgetCall } from '../duffel/budget-call.ts';
import type { OfferRecord } from './offer.repository.ts';
import { markExpiredIfGone } from './reload-offer.ts';

/** The stored seat maps of an offer; undefined without any, or if Redis is down. */
export async function readStoredSeatMaps(
  { durable, keys }: Pick<Deps, 'durable' | 'keys'>,
  offerId: string,
): Promise<SeatMap[] | undefined> {
  const stored = await durable.get(keys.seatMaps(offerId)).catch(() => null);
  return stored === null ? undefined : (JSON.parse(stored) as SeatMap[]);
}

/** Returns seat maps that are stored for a short time, in the Redis that never evicts, as they belong to a booking. */
export const getSeatMaps = (deps: Deps, record: OfferRecord, call: BudgetCall): Promise<SeatMap[]> =>
  deps.singleFlight.run({
    key: `seats.${record.offer.id}`,
    read: () => readStoredSeatMaps(deps, record.offer.id),
    load: () => fetchSeatMaps(deps, record, call),
    client: call.client,
  });

/** Loads seat maps from the provider, because cached availability may be outdated, with exit rows for those who may sit there. */
export async function fetchSeatMaps(
  { provider, offers, durable, keys, durations }: Deps,
  record: OfferRecord,
  call: BudgetCall,
): Promise<SeatMap[]> {
  const { id, passengers } = record.offer;
  const maps = closeExitRows(
    await markExpiredIfGone(offers, record, provider.getSeatMaps(record.mode, id, call)),
    listBarredFromExits(passengers),
  );
  // Maps that cannot be stored are loaded again.
  await durable
    .set(keys.seatMaps(id), JSON.stringify(maps), 'PX', durations.seatMapsTtl)
    .catch(() => undefined);
  return maps;
}
