import type { CabinClass } from '@duffel/api/types';
import type { AirportRow } from '../geo/airports.ts';
import { findMetropolitanArea, resolvePlace } from '../geo/airports.ts';
import { seededFraction } from './seeded-random.ts';
import {
  calculateAdultPrice,
  calculateAdultTax,
  hasCabin,
  calculatePassengerPrice,
  type Fare,
  type PassengerType,
  type Price,
} from './fares.ts';
import { limitFares, listItineraryFares } from './itinerary-fares.ts';
import { getDuration, findSliceOptions, type SliceOption } from './slice-options.ts';
import { buildTestSliceOptions, findTestScenario } from './test-routes.ts';

/** Criteria of a search. They determine everything in its offers except ids and creation times. */
export interface Search {
  slices: {
    origin: string;
    destination: string;
    departure_date: string;
    departure_time: TimeRange | null;
    arrival_time: TimeRange | null;
  }[];
  cabin: CabinClass;
  passengers: PassengerType[];
  maxConnections: number;
  /** In UTC, as '2026-05-01T12:00:00Z'. Flights that have departed are not offered; prices depend on the days until departure. */
  searchedAt: string;
  supplierTimeoutMs: number;
}

interface TimeRange {
  from: string;
  to: string;
}

/** An offer without ids. `prices` are in US cents, one per passenger in the order of the search. */
export interface OfferDraft {
  slices: SliceOption[];
  /** One for each slice. */
  fares: readonly Fare[];
  prices: Price[];
}

const MAX_ITINERARIES = 80;
const MAX_OFFERS = 240;
/** Limits the results of one carrier, so that a search has offers of several carriers. */
const MAX_OPTIONS_PER_OWNER = 9;
const MAX_ITINERARIES_PER_OWNER = 16;

const parseMinuteOfDay = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

function isInRange(local: number, range: TimeRange | null): boolean {
  if (!range) return true;
  const minute = ((local % 1440) + 1440) % 1440;
  return minute >= parseMinuteOfDay(range.from) && minute <= parseMinuteOfDay(range.to);
}

/** Simulated response time of a carrier's system; carriers slower than the supplier timeout are left out. */
const getResponseTimeMs = (carrier: string, today: string): number => {
  const fraction = seededFraction(`answers|${carrier}|${today}`);
  return fraction < 0.06 ? 4_000 + 20_000 * fraction : 400 + 1_500 * fraction;
};

const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

interface PricedSliceOption {
  sliceOption: SliceOption;
  adultPrice: number;
  /** Combines price and duration; lower is better. */
  score: number;
}

function isSameCity(a: AirportRow, b: AirportRow): boolean {
  if (a.iata === b.iata) return true;
  const area = findMetropolitanArea(a.iata);
  return area !== undefined && area === findMetropolitanArea(b.iata);
}

function priceSliceOptions(search: Search, index: number): PricedSliceOption[] {
  const slice = search.slices[index];
  const origins = slice && resolvePlace(slice.origin)?.airports;
  const destinations = slice && resolvePlace(slice.destination)?.airports;
  if (!slice || !origins || !destinations) return [];
  const scenario = findTestScenario(search.slices);
  const date = slice.departure_date;
  const today = search.searchedAt.slice(0, 10);
  const searchedAt = Date.parse(search.searchedAt) / 60_000;
  const daysAhead = Math.max(0, countDaysBetween(today, date));
  const options: PricedSliceOption[] = [];
  for (const from of origins)
    for (const to of destinations) {
      if (!scenario && isSameCity(from, to)) continue;
      const sliceOptions = scenario
        ? buildTestSliceOptions(scenario, from, to, date)
        : findSliceOptions(from, to, date, search.maxConnections);
      for (const sliceOption of sliceOptions) {
        const first = sliceOption.flights[0];
        const last = sliceOption.flights.at(-1);
        if (!first || !last || first.departs <= searchedAt || !hasCabin(sliceOption, search.cabin)) continue;
        if (sliceOption.flights.length - 1 > search.maxConnections) continue;
        if (
          !isInRange(first.departsLocal, slice.departure_time) ||
          !isInRange(last.arrivesLocal, slice.arrival_time)
        )
          continue;
        if (getResponseTimeMs(sliceOption.owner.code, today) > search.supplierTimeoutMs) continue;
        const adultPrice = calculateAdultPrice(sliceOption, search.cabin, date, daysAhead);
        options.push({ sliceOption, adultPrice, score: adultPrice + getDuration(sliceOption) * 40 });
      }
    }
  return options.sort((a, b) => a.score - b.score);
}

function groupByOwner(options: PricedSliceOption[], limit: number): Map<string, PricedSliceOption[]> {
  const groups = new Map<string, PricedSliceOption[]>();
  for (const option of options) {
    const group = groups.get(option.sliceOption.owner.code) ?? [];
    if (group.length < limit) group.push(option);
    groups.set(option.sliceOption.owner.code, group);
  }
  return groups;
}

/** Combines slice options of one carrier to itineraries; each slice departs after the previous arrival. */
function buildItineraries(search: Search): PricedSliceOption[][] {
  const [first, ...rest] = search.slices.map((_, index) => priceSliceOptions(search, index));
  if (!first) return [];
  const isOneWay = rest.length === 0;
  const limit =
    isOneWay && new Set(first.map((option) => option.sliceOption.owner.code)).size < 4
      ? 40
      : MAX_OPTIONS_PER_OWNER;
  let itinerariesByOwner = new Map(
    [...groupByOwner(first, limit)].map(([owner, options]) => [owner, options.map((option) => [option])]),
  );
  for (const options of rest) {
    const optionsByOwner = groupByOwner(options, MAX_OPTIONS_PER_OWNER);
    itinerariesByOwner = new Map(
      [...itinerariesByOwner].map(([owner, partialItineraries]) => {
        const combinations = partialItineraries.flatMap((itinerary) =>
          (optionsByOwner.get(owner) ?? [])
            .filter((option) => canFollow(itinerary, option))
            .map((option) => [...itinerary, option]),
        );
        return [
          owner,
          combinations.sort((a, b) => getScore(a) - getScore(b)).slice(0, MAX_ITINERARIES_PER_OWNER),
        ];
      }),
    );
  }
  return interleaveByOwner([...itinerariesByOwner.values()]);
}

/** Selects the best itinerary of every carrier, then the second best, and so on, up to the maximum number. */
function interleaveByOwner(groups: PricedSliceOption[][][]): PricedSliceOption[][] {
  const selected: PricedSliceOption[][] = [];
  const longestGroup = Math.max(0, ...groups.map((group) => group.length));
  for (let rank = 0; rank < longestGroup && selected.length < MAX_ITINERARIES; rank++)
    for (const group of groups) {
      const itinerary = group[rank];
      if (itinerary && selected.length < MAX_ITINERARIES) selected.push(itinerary);
    }
  return selected;
}

const getScore = (itinerary: PricedSliceOption[]): number =>
  itinerary.reduce((sum, option) => sum + option.score, 0);

function canFollow(itinerary: PricedSliceOption[], option: PricedSliceOption): boolean {
  const lastFlight = itinerary.at(-1)?.sliceOption.flights.at(-1);
  const nextFlight = option.sliceOption.flights[0];
  return (
    lastFlight !== undefined && nextFlight !== undefined && nextFlight.departs >= lastFlight.arrives + 60
  );
}

function calculatePrice(itinerary: PricedSliceOption[], fares: readonly Fare[]): Price {
  // A return ticket costs less than two one-way tickets.
  const discount = itinerary.length > 1 ? 0.9 : 1;
  const price = { base: 0, tax: 0 };
  itinerary.forEach(({ sliceOption, adultPrice }, index) => {
    const fare = fares[index];
    if (!fare) return;
    const base = Math.round(adultPrice * fare.priceFactor * discount);
    price.base += base;
    price.tax += calculateAdultTax(sliceOption, fare.cabin, base);
  });
  return price;
}

/** Creates all offers of a search in a fixed order: the same criteria always give the same flights and prices. */
export function draftOffers(search: Search): OfferDraft[] {
  const isTestRoute = findTestScenario(search.slices) !== null;
  const itineraries = buildItineraries(search);
  const fares = limitFares(
    itineraries.map((itinerary) =>
      listItineraryFares(
        itinerary.map(({ sliceOption }) => sliceOption),
        search.cabin,
        isTestRoute,
      ),
    ),
    MAX_OFFERS,
  );
  return itineraries
    .map((itinerary, index) => ({ itinerary, fares: fares[index] ?? [], score: getScore(itinerary) }))
    .sort((a, b) => a.score - b.score)
    .flatMap((entry) =>
      entry.fares.map((sliceFares) => {
        const adultPrice = calculatePrice(entry.itinerary, sliceFares);
        return {
          slices: entry.itinerary.map(({ sliceOption }) => sliceOption),
          fares: sliceFares,
          prices: search.passengers.map((type) => calculatePassengerPrice(type, adultPrice)),
        };
      }),
    );
}
