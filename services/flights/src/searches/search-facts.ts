import { durationMinutes, emissionsPerTraveller, type SearchFacts } from '@fareline/contracts';
import type { ProviderOffer } from '../offers/offer-record.ts';

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2);
}

/** Minutes of all slices together; undefined where one of them is not told. */
function minutesOf({ offer }: ProviderOffer): number | undefined {
  let total = 0;
  for (const { duration } of offer.slices) {
    const minutes = durationMinutes(duration);
    if (minutes === undefined) return undefined;
    total += minutes;
  }
  return total;
}

/** What a page cannot tell of the search that it belongs to. */
export function computeSearchFacts(offers: readonly ProviderOffer[]): SearchFacts {
  const minutes = offers.flatMap((offer) => minutesOf(offer) ?? []);
  return {
    median_emissions_kg: medianOf(offers.flatMap(({ offer }) => emissionsPerTraveller(offer) ?? [])),
    // No spreading: a search may have thousands of offers.
    shortest_minutes: minutes.length > 0 ? minutes.reduce((least, value) => Math.min(least, value)) : null,
  };
}
