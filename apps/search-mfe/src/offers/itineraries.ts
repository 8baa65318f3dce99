import { getItineraryKey, type Offer } from '@fareline/contracts';
import { isDominatedBy } from './compare-fares.ts';
import { getPriceMinor } from './offer-properties.ts';
import { getPriceWithBag } from './price-with-bag.ts';

/** The flights that offers have in common, with these offers as its fares. The list has one card for each. (LIST-02) */
export interface Itinerary {
  key: string;
  /** At least one, price ascending: the first is the cheapest. */
  fares: readonly Offer[];
}

const keys = new WeakMap<Offer, string>();

/** The itinerary key, computed once per offer. */
function getKey(offer: Offer): string {
  let key = keys.get(offer);
  if (key === undefined) keys.set(offer, (key = getItineraryKey(offer)));
  return key;
}

/** The fares, price ascending, without those that another one makes pointless. (LIST-03) */
function removeDominated(fares: readonly Offer[]): Offer[] {
  return fares.filter((fare, index) =>
    fares.every((other, otherIndex) => {
      if (other === fare || !isDominatedBy(fare, other)) return true;
      // The first one of two fares with equal terms and price stays.
      return index < otherIndex && isDominatedBy(other, fare);
    }),
  );
}

/** One itinerary for all offers of the same flights, in order of the cheapest fare, without dominated fares. (LIST-02, LIST-03) */
export function groupItineraries(offers: readonly Offer[]): Itinerary[] {
  const byKey = new Map<string, Offer[]>();
  for (const offer of offers.toSorted((a, b) => getPriceMinor(a) - getPriceMinor(b))) {
    const key = getKey(offer);
    const fares = byKey.get(key);
    if (fares) fares.push(offer);
    else byKey.set(key, [offer]);
  }
  return [...byKey].map(([key, fares]) => ({
    key,
    fares: fares.length === 1 ? fares : removeDominated(fares),
  }));
}

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
