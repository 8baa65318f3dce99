import type { Place } from '@fareline/contracts';
import { getDistinctAirportName } from '../offers/airport-name.ts';
import type { Itinerary } from '../offers/itineraries.ts';
import { getMarketingCarriers } from '../offers/offer-properties.ts';
import { timeKeys, type TimeKey, type TimeRange } from './filter-model.ts';
import { getDestinationPlaces, getFilterValues, getLayoverPlaces, getOriginPlaces } from './filter-values.ts';

/** A value that can be chosen, with its IATA code. */
export interface FilterOption {
  code: string;
  label: string;
}

/** What the filters of a search can be set to. */
export interface FilterOptions {
  currency: string;
  airlines: readonly FilterOption[];
  layovers: readonly FilterOption[];
  /** The airports at the ends of the journey, without those where no journey both begins and ends. */
  originAirports: readonly FilterOption[];
  destinationAirports: readonly FilterOption[];
  /** Earliest and latest time, rounded to steps; absent if no offer has such a time. */
  times: Readonly<Partial<Record<TimeKey, TimeRange>>>;
}

/** The airlines that are always listed first. (FILTER-07) */
const fixedAirlines: readonly (readonly [code: string, name: string])[] = [
  ['AA', 'American Airlines'],
  ['DL', 'Delta Air Lines'],
  ['UA', 'United Airlines'],
  ['B6', 'JetBlue'],
  ['WN', 'Southwest Airlines'],
  ['AS', 'Alaska Airlines'],
  ['F9', 'Frontier Airlines'],
  ['NK', 'Spirit Airlines'],
  ['CX', 'Cathay Pacific'],
  ['QF', 'Qantas'],
  ['BA', 'British Airways'],
  ['LH', 'Lufthansa'],
];

/** Minutes between the positions of a time slider. */
export const timeStep = 30;

type Labels = Map<string, string>;
const toSortedOptions = (labels: Labels): FilterOption[] =>
  [...labels]
    .map(([code, label]) => ({ code, label }))
    .sort((a, b) => a.label.localeCompare(b.label) || a.code.localeCompare(b.code));

function addPlaces(
  labels: Labels,
  places: readonly (Place | undefined)[],
  getName: (place: Place) => string | null | undefined,
): void {
  for (const place of places) {
    if (!place?.iata_code || labels.has(place.iata_code)) continue;
    const name = getName(place);
    labels.set(
      place.iata_code,
      name && name !== place.iata_code ? `${name} (${place.iata_code})` : place.iata_code,
    );
  }
}

const getLayoverName = ({ city_name, name }: Place) => city_name ?? name;
/** Airports of one city are told apart by their own names. */
const getAirportName = (place: Place) => getDistinctAirportName(place) ?? place.name ?? place.city_name;

function extendRange(range: TimeRange | undefined, minutes: number): TimeRange {
  const low = Math.floor(minutes / timeStep) * timeStep;
  const high = Math.ceil(minutes / timeStep) * timeStep;
  return range ? [Math.min(range[0], low), Math.max(range[1], high)] : [low, high];
}

/** Reads the itineraries once, by their first fare: all fares of an itinerary have the same flights. (FILTER-07, FILTER-08) */
export function getFilterOptions(itineraries: readonly Itinerary[]): FilterOptions {
  const fixed: Labels = new Map(fixedAirlines);
  const others: Labels = new Map();
  const layovers: Labels = new Map();
  const ends = { originAirports: new Map() as Labels, destinationAirports: new Map() as Labels };
  const times: Partial<Record<TimeKey, TimeRange>> = {};
  for (const { fares } of itineraries) {
    const offer = fares[0]!;
    const values = getFilterValues(offer);
    for (const { iata_code: code, name } of getMarketingCarriers(offer))
      if (code && !fixed.has(code) && !others.has(code)) others.set(code, name ?? code);
    addPlaces(layovers, getLayoverPlaces(offer), getLayoverName);
    if (values.originAirports.length === 1)
      addPlaces(ends.originAirports, getOriginPlaces(offer), getAirportName);
    if (values.destinationAirports.length === 1)
      addPlaces(ends.destinationAirports, getDestinationPlaces(offer), getAirportName);
    for (const key of timeKeys) {
      const minutes = values.times[key];
      if (minutes !== undefined) times[key] = extendRange(times[key], minutes);
    }
  }
  return {
    currency: itineraries[0]?.fares[0]?.total_currency || 'USD',
    airlines: [...[...fixed].map(([code, label]) => ({ code, label })), ...toSortedOptions(others)],
    layovers: toSortedOptions(layovers),
    originAirports: toSortedOptions(ends.originAirports),
    destinationAirports: toSortedOptions(ends.destinationAirports),
    times,
  };
}

/** The options, then the chosen codes that the search does not have, which may come from a URL. */
export function withChosen(
  options: readonly FilterOption[],
  chosen: readonly string[],
): readonly FilterOption[] {
  const missing = chosen.filter((code) => options.every((option) => option.code !== code));
  return [...options, ...missing.map((code) => ({ code, label: code }))];
}
