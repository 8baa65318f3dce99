import { getItineraryKey, groupFares, type FareGroup, type Offer } from '@fareline/contracts';
import { getPriceMinor } from './offer-properties.ts';
import { getPriceWithBag } from './price-with-bag.ts';

export type Itinerary = FareGroup<Offer>;

const keys = new WeakMap<Offer, string>();

/** The itinerary key, computed once per offer. */
function getKey(offer: Offer): string {
  let key = keys.get(offer);
  if (key === undefined) keys.set(offer, (key = getItineraryKey(offer)));
  return key;
}

const getPrice = (offer: Offer) => ({ minor: getPriceMinor(offer), currency: offer.total_currency });

/** The offers of a list by their flights. (LIST-02, LIST-03) */
export const groupItineraries = (offers: readonly Offer[]): Itinerary[] =>
  groupFares(offers, getPrice, getKey);

/**
 * The cheapest of the fares, which are price ascending: by the price with a checked bag if that counts and is known of one of them.
 */
export function getCheapestFare([first, ...others]: readonly Offer[], withBag: boolean): Offer {
  if (!first) throw new Error('An itinerary has at least one fare');
  if (!withBag || others.length === 0) return first;
  const getMinor = (fare: Offer) => {
    const { minor, status } = getPriceWithBag(fare);
    return status === 'unknown' ? Infinity : minor;
  };
  return others.reduce((cheapest, fare) => (getMinor(fare) < getMinor(cheapest) ? fare : cheapest), first);
}
