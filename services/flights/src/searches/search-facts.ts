import {
  durationMinutes,
  emissionsPerTraveller,
  getItineraryKey,
  type SearchFacts,
} from '@fareline/contracts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2);
}

/** Total minutes of all slices; undefined if one of them has no duration. */
function totalMinutes({ offer }: ProviderOffer): number | undefined {
  let total = 0;
  for (const { duration } of offer.slices) {
    const minutes = durationMinutes(duration);
    if (minutes === undefined) return undefined;
    total += minutes;
  }
  return total;
}

/** The first offer of each itinerary: an airline with many fares would otherwise outweigh the others. */
function firstOfEachItinerary(offers: readonly ProviderOffer[]): ProviderOffer[] {
  const byItinerary = new Map<string, ProviderOffer>();
  for (const offer of offers) {
    const key = getItineraryKey(offer.offer);
    if (!byItinerary.has(key)) byItinerary.set(key, offer);
  }
  return [...byItinerary.values()];
}

/** Statistics over all offers of a search, price ascending, which cannot be derived from one page. */
export function computeSearchFacts(offers: readonly ProviderOffer[]): SearchFacts {
  const itineraries = firstOfEachItinerary(offers);
  const minutes = itineraries.flatMap((offer) => totalMinutes(offer) ?? []);
  return {
    itinerary_count: itineraries.length,
    median_emissions_kg: median(itineraries.flatMap(({ offer }) => emissionsPerTraveller(offer) ?? [])),
    // `reduce` because there may be too many offers for a spread.
    shortest_minutes:
      minutes.length > 0 ? minutes.reduce((shortest, value) => Math.min(shortest, value)) : null,
  };
}
