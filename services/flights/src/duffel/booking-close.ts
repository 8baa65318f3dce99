import { findInstant, type Offer } from '@fareline/contracts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';

/** No zone is further from UTC. */
const maxOffsetMs = 15 * 3_600_000;

function getClose(
  { slices: [slice], expires_at }: Pick<Offer, 'slices' | 'expires_at'>,
  minutes: number,
): number {
  const expiresAt = Date.parse(expires_at);
  const local = slice?.segments[0]?.departing_at ?? slice?.departure_time;
  if (!slice || !local) return expiresAt;
  const beforeDeparture = minutes * 60_000;
  // Nearly all flights are days away, and looking up a zone takes time.
  if (Date.parse(`${local}Z`) - maxOffsetMs - beforeDeparture > expiresAt) return expiresAt;
  // In an unknown zone the flight departs as early as anywhere, so that a departed one is never sold.
  const departure = findInstant(local, slice.origin.time_zone) ?? Date.parse(`${local}Z`) - maxOffsetMs;
  return Math.min(expiresAt, departure - beforeDeparture);
}

/**
 * The offer with an expiry no later than `minutes` before its first departure, by the clock of the airport; undefined when that has
 * passed. All that respects the expiry of offers, from lists to open screens, thereby respects the departure. (DEPART-01, DEPART-02)
 */
export function closeBeforeDeparture(provided: ProviderOffer, minutes: number): ProviderOffer | undefined {
  const closesAt = getClose(provided.offer, minutes);
  if (closesAt <= Date.now() && closesAt < Date.parse(provided.offer.expires_at)) return undefined;
  return { ...provided, offer: { ...provided.offer, expires_at: new Date(closesAt).toISOString() } };
}
