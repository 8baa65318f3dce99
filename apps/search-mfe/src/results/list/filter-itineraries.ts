import type { FilterContext } from '../../filters/filter-groups.ts';
import { createFilterMatcher } from '../../filters/filter-matcher.ts';
import type { Filters } from '../../filters/filter-model.ts';
import type { Itinerary } from '../../offers/itineraries.ts';

/** The itineraries of which a fare matches all filters, each with its matching fares. (LIST-01) */
export function filterItineraries(
  itineraries: readonly Itinerary[],
  filters: Filters,
  context: FilterContext,
): Itinerary[] {
  const matches = createFilterMatcher(filters, context);
  return itineraries.flatMap((itinerary) => {
    const fares = itinerary.fares.filter(matches);
    if (fares.length === 0) return [];
    return [fares.length === itinerary.fares.length ? itinerary : { ...itinerary, fares }];
  });
}
