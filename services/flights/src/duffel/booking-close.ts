import { findInstant, type Offer } from '@fareline/contracts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';

/** No zone is further from UTC. */
const maxOffsetMs = 15 * 3_600_000;

/** Until when the flight can be booked: `minutes` before its first departure, by the clock of the airport. Infinity if after `until`. */
function getBookingLimit({ slices: [slice] }: Pick<Offer, 'slices'>, minutes: number, until: number): number {
  const local = slice?.segments[0]?.departing_at ?? slice?.departure_time;
  if (!slice || !local) return Infinity;
  const beforeDeparture = minutes * 60_000;
  // In an unknown zone the flight departs as early as anywhere, so that a departed one is never sold.
  const earliest = Date.parse(`${local}Z`) - maxOffsetMs;
  // Nearly all flights are days away, and looking up a zone takes time.
  if (earliest - beforeDeparture > until) return Infinity;
  const limit = (findInstant(local, slice.origin.time_zone) ?? earliest) - beforeDeparture;
  return limit < until ? limit : Infinity;
}

/**
 * The offer with an expiry no later than `minutes` before its first departure; undefined when that has passed. All that respects the
 * expiry of offers, from lists to open screens, thereby respects the departure. (DEPART-01, DEPART-02)
 */
export function closeBeforeDeparture(provided: ProviderOffer, minutes: number): ProviderOffer | undefined {
  const { offer } = provided;
  const limit = getBookingLimit(offer, minutes, Date.parse(offer.expires_at));
  if (limit === Infinity) return provided;
  if (limit <= Date.now()) return undefined;
  const expires_at = new Date(limit).toISOString();
  return { ...provided, closesBeforeDeparture: true, offer: { ...offer, expires_at } };
}
