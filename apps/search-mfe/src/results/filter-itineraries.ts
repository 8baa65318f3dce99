import { applyFilters } from '../filters/apply-filters.ts';
import type { FilterContext } from '../filters/filter-groups.ts';
import type { Filters } from '../filters/filter-model.ts';
import type { Itinerary } from '../offers/itineraries.ts';

/** The itineraries of which a fare matches all filters, each with its matching fares. (LIST-01, D62) */
export function filterItineraries(
  itineraries: readonly Itinerary[],
  filters: Filters,
  { withBag, medianEmissions }: FilterContext,
): Itinerary[] {
  return itineraries.flatMap((itinerary) => {
    const fares = applyFilters(itinerary.fares, filters, withBag, medianEmissions);
    if (fares.length === 0) return [];
    return [fares.length === itinerary.fares.length ? itinerary : { ...itinerary, fares }];
  });
}
