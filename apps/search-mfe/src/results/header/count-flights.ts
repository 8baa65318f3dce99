import type { Itinerary } from '../../offers/itineraries.ts';
import type { SearchResults } from '../list/merge-offers.ts';
import type { WholeListStatus } from '../list/use-whole-list.ts';

/** The number of itineraries of the whole result; undefined while only a part is loaded and the response does not tell. (RESULTS-12) */
function countFlights(
  { offers, total, facts }: SearchResults,
  itineraries: readonly Itinerary[],
): number | undefined {
  if (offers.length >= total) return itineraries.length;
  return facts?.itinerary_count;
}

interface Counts {
  matching: readonly Itinerary[];
  /** All loaded itineraries. */
  itineraries: readonly Itinerary[];
  results: SearchResults;
  isFiltered: boolean;
  wholeListStatus: WholeListStatus;
}

/** Shown beside the heading, and only of the whole result. */
const formatFareCount = (itineraries: readonly Itinerary[]): string => {
  const count = itineraries.reduce((sum, { fares }) => sum + fares.length, 0);
  return count === 1 ? '1 fare' : `${count} fares`;
};

/** The heading, the number of fares and the announcement of a list; never "0 flights" while only a part is loaded. (RESULTS-12, LIST-01) */
export function formatCounts({ matching, itineraries, results, isFiltered, wholeListStatus }: Counts) {
  const total = countFlights(results, itineraries);
  const isWhole = wholeListStatus === 'complete';
  if (isWhole || (total !== undefined && !isFiltered)) {
    const found = isWhole && (isFiltered || total === undefined) ? matching.length : (total ?? 0);
    return {
      heading: `${found} of ${total ?? itineraries.length} flights found`,
      fareCount: isWhole ? formatFareCount(matching) : undefined,
      announcement: found === 1 ? '1 flight found' : `${found} flights found`,
    };
  }
  const all = total === undefined ? `${results.total} fares` : `${total} flights`;
  const compared = total === undefined ? results.offers.length : itineraries.length;
  const heading = wholeListStatus === 'loading' ? `Comparing ${all}` : `${compared} of ${all} compared`;
  return { heading, fareCount: undefined, announcement: heading };
}
