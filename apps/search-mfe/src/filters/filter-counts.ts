import { formatMinor } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import type { Itinerary } from '../offers/itineraries.ts';
import {
  filterGroups,
  getActiveGroups,
  isBelowMedian,
  type FilterContext,
  type GroupKey,
} from './filter-groups.ts';
import type { Filters } from './filter-model.ts';
import { getFilterValues, getKnownPrice, type FilterValues } from './filter-values.ts';

/** Number of itineraries with a matching fare, and the cheapest of these fares in minor units; undefined without a known price. */
export interface FlightCount {
  count: number;
  from: number | undefined;
}

interface Tally extends FlightCount {
  /** Index of the itinerary that was counted last, because several of its fares may match. */
  last: number;
}

/** What the list would have with other filters of one group, and the other groups' filters as they are. */
interface GroupCounts {
  /** The number without the filters of the group. */
  cleared: FlightCount;
  /** The number with only this value of the group. */
  values: ReadonlyMap<string, FlightCount>;
}

export interface FilterCounts {
  /** The number with all filters as they are. */
  matching: FlightCount;
  groups: Readonly<Record<GroupKey, GroupCounts>>;
}

export const noFlights: FlightCount = { count: 0, from: undefined };
/** The value of a filter that is either on or off. */
export const flagValue = 'on';

type ReadValues = (values: FilterValues, context: FilterContext) => readonly (string | null | undefined)[];
const readFlag = (isOn: boolean) => (isOn ? [flagValue] : []);
/** Only a journey that begins and ends at one airport matches a single airport. */
const readSingle = (airports: readonly string[]) => (airports.length === 1 ? airports : []);

/** The values of each group that have checkboxes. */
const valueReaders: Partial<Record<GroupKey, ReadValues>> = {
  stops: ({ stops }) => [stops],
  refundable: ({ refundable }) => readFlag(refundable),
  baggage: ({ baggage }) => readFlag(baggage),
  lowEmissions: (values, { medianEmissions }) => readFlag(isBelowMedian(values, medianEmissions)),
  airlines: ({ airlines }) => airlines,
  departure: ({ departure }) => departure,
  arrival: ({ arrival }) => arrival,
  layovers: ({ layovers }) => layovers,
  originAirports: ({ originAirports }) => readSingle(originAirports),
  destinationAirports: ({ destinationAirports }) => readSingle(destinationAirports),
};

const createTally = (): Tally => ({ ...noFlights, last: -1 });

function addFare(tally: Tally, itinerary: number, price: number | undefined): void {
  if (tally.last !== itinerary) {
    tally.last = itinerary;
    tally.count += 1;
  }
  if (price !== undefined && (tally.from === undefined || price < tally.from)) tally.from = price;
}

class GroupTally implements GroupCounts {
  readonly cleared = createTally();
  readonly values = new Map<string, Tally>();
  readonly #readValues: ReadValues | undefined;

  constructor(key: GroupKey) {
    this.#readValues = valueReaders[key];
  }

  add(values: FilterValues, context: FilterContext, itinerary: number, price: number | undefined): void {
    addFare(this.cleared, itinerary, price);
    for (const value of this.#readValues?.(values, context) ?? []) {
      if (value == null) continue;
      let tally = this.values.get(value);
      if (!tally) this.values.set(value, (tally = createTally()));
      addFare(tally, itinerary, price);
    }
  }
}

/**
 * Counts the itineraries of every filter value in one pass. A fare that matches all groups counts in each of
 * them, one that fails a single group counts in that group only, and any other in none. (FILTER-08, LIST-01)
 */
export function countFilterValues(
  itineraries: readonly Itinerary[],
  filters: Filters,
  context: FilterContext,
): FilterCounts {
  const active = getActiveGroups(filters);
  const keys = Object.keys(filterGroups) as GroupKey[];
  const groups = Object.fromEntries(keys.map((key) => [key, new GroupTally(key)])) as Record<
    GroupKey,
    GroupTally
  >;
  const all = Object.values(groups);
  const matching = createTally();
  itineraries.forEach(({ fares }, index) => {
    for (const fare of fares) {
      const values = getFilterValues(fare);
      const failed = active.filter((key) => !filterGroups[key].matches(values, filters, context));
      if (failed.length > 1) continue;
      const price = getKnownPrice(values, context.withBag);
      if (failed.length === 0) addFare(matching, index, price);
      for (const group of failed[0] ? [groups[failed[0]]] : all) group.add(values, context, index, price);
    }
  });
  return { matching, groups };
}

/** "$312"; undefined if the price is unknown. */
export const formatFrom = ({ from }: FlightCount, currency: string): string | undefined =>
  from === undefined ? undefined : formatPrice(formatMinor(from, currency || 'USD'), currency);

/** "23 flights". */
export const formatFlightCount = ({ count }: FlightCount): string =>
  `${count} ${count === 1 ? 'flight' : 'flights'}`;

/** "23 flights from $312". */
export function formatFlights(flights: FlightCount, currency: string): string {
  const price = formatFrom(flights, currency);
  const count = formatFlightCount(flights);
  return price ? `${count} from ${price}` : count;
}
