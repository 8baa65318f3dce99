import { findInstant } from '../local-time.ts';
import { checkInOpeningHours } from '../periods.ts';
import type { Slice } from '../offers/offer.schema.ts';

/**
 * Where the online check-in of a slice stands at this time: `later` until every airline has opened it, also where the time of departure
 * or its zone is not known, `open` until departure, and `over` from then on. (FAQ-07)
 */
export function getCheckInState(
  { departure_time: departure, origin }: Pick<Slice, 'departure_time' | 'origin'>,
  now: Date,
): 'later' | 'open' | 'over' {
  const departsAt = departure ? findInstant(departure, origin.time_zone) : undefined;
  if (departsAt === undefined) return 'later';
  const hours = (departsAt - now.getTime()) / 3600_000;
  return hours > checkInOpeningHours.last ? 'later' : hours > 0 ? 'open' : 'over';
}
