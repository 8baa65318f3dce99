import type { CabinClass } from '@duffel/api/types';
import { CABIN_FACTOR, hasCabin, listFares, type Fare } from './fares.ts';
import { seededFraction, seededInteger } from './seeded-random.ts';
import type { SliceOption } from './slice-options.ts';

/** The fares of one offer: one for each slice, in their order. */
type SliceFares = readonly Fare[];

export interface ItineraryFares {
  /** All fares that are sold for the itinerary: the usual ones of the searched cabin first. */
  fares: SliceFares[];
  /** How many of them a search shows, 3 to 6. */
  count: number;
}

const HIGHER_CABINS: Readonly<Record<CabinClass, readonly CabinClass[]>> = {
  economy: ['business', 'premium_economy', 'first'],
  premium_economy: ['business', 'first'],
  business: ['first'],
  first: [],
};

const LONG_HAUL_KM = 4500;
const MIN_FARES = 3;
const MAX_FARES = 6;
const SHORT_LIVED_SHARE = 0.4;

const getFlightsKey = (itinerary: readonly SliceOption[]): string =>
  itinerary
    .flatMap(({ flights }) => flights.map(({ carrier, number }) => `${carrier.code}${number}`))
    .join('-');

/** A fare that no traveller needs: it has nothing that `better` lacks, and costs more. */
const createDominatedFare = (better: Fare, cabinName: string, owner: string): Fare => ({
  ...better,
  name: `${cabinName} Classic`,
  priceFactor: better.priceFactor * 1.08,
  isShortLived: seededFraction(`short lived|${owner}`) < SHORT_LIVED_SHARE,
});

const createFareWithMoreBags = (fare: Fare, cabinName: string): Fare => ({
  ...fare,
  name: `${cabinName} Extra`,
  priceFactor: fare.priceFactor * 1.12,
  checkedBags: fare.checkedBags + 1,
  hasPriority: true,
});

/** The cheapest fare of each higher cabin that one of the flights has; the other flights are in the cabin they have. */
function listHigherCabins(itinerary: readonly SliceOption[], cabin: CabinClass, isLongHaul: boolean): Fare[] {
  const owner = itinerary[0]?.owner;
  if (!owner) return [];
  return HIGHER_CABINS[cabin]
    .filter((higher) => itinerary.some((sliceOption) => hasCabin(sliceOption, higher)))
    .flatMap((higher) => {
      const fare = listFares(owner, higher, isLongHaul).find(({ name }) => name.endsWith('Standard'));
      const factor = CABIN_FACTOR[higher] / CABIN_FACTOR[cabin];
      return fare ? [{ ...fare, priceFactor: fare.priceFactor * factor }] : [];
    });
}

/** Moves the first `count` entries to the end. */
const rotate = <T>(list: readonly T[], count: number): T[] => [...list.slice(count), ...list.slice(0, count)];

/**
 * The fares of an itinerary in the searched cabin, and a different selection of others for each itinerary: a fare that is
 * dearer and not better, one with more bags, higher cabins, and on a return trip one that is cheap out and flexible back.
 */
export function listItineraryFares(
  itinerary: readonly SliceOption[],
  cabin: CabinClass,
  isTestRoute: boolean,
): ItineraryFares {
  const owner = itinerary[0]?.owner;
  if (!owner) return { fares: [], count: 0 };
  const isLongHaul = itinerary.some(({ flights }) => flights.some(({ km }) => km > LONG_HAUL_KM));
  const usual = listFares(owner, cabin, isLongHaul);
  const fillSlices = (fare: Fare): SliceFares => itinerary.map(() => fare);
  if (isTestRoute) return { fares: usual.map(fillSlices), count: usual.length };
  const [cheapest] = usual;
  const flexible = usual.at(-1);
  const standard = usual.at(-2);
  if (!cheapest || !flexible || !standard) return { fares: [], count: 0 };
  const cabinName = standard.name.replace(/ Standard$/, '');
  const others: SliceFares[] = [
    ...(itinerary.length > 1
      ? [itinerary.map((_, index) => (index === itinerary.length - 1 ? flexible : cheapest))]
      : []),
    ...listHigherCabins(itinerary, cabin, isLongHaul).map(fillSlices),
    fillSlices(createDominatedFare(standard, cabinName, owner.code)),
    fillSlices(createFareWithMoreBags(standard, cabinName)),
  ];
  const key = getFlightsKey(itinerary);
  const fares = [
    ...usual.map(fillSlices),
    ...rotate(others, seededInteger(`fares|${key}`, 0, others.length - 1)),
  ];
  return {
    fares,
    count: Math.min(fares.length, seededInteger(`fare count|${key}`, MIN_FARES, MAX_FARES)),
  };
}

/**
 * Decides how many fares each itinerary shows, so that a search with enough of them has exactly `maxOffers` offers and none has fewer
 * than three fares because of the limit.
 */
export function limitFares(itineraries: readonly ItineraryFares[], maxOffers: number): SliceFares[][] {
  let left = maxOffers;
  return itineraries.map(({ fares, count }) => {
    const rest = left - count;
    const isRestTooSmall = rest > 0 && rest < MIN_FARES;
    const limited = isRestTooSmall ? (left <= fares.length ? left : left - MIN_FARES) : Math.min(count, left);
    left -= limited;
    return fares.slice(0, limited);
  });
}
