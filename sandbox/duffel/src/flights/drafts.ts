import type { CabinClass } from '@duffel/api/types';
import type { AirportRow } from '../geo/airports.ts';
import { metropolitanAreaOf, resolvePlace } from '../geo/airports.ts';
import { chance } from './random.ts';
import {
  adultPrice,
  adultTax,
  brandsOf,
  hasCabin,
  passengerPrice,
  type Brand,
  type PassengerKind,
  type Price,
} from './fares.ts';
import { durationOf, itineraries, type Itinerary } from './itineraries.ts';
import { testItineraries, testScenario } from './test-routes.ts';

/** What is asked for; everything in an offer follows from it, save ids and times of creation. */
export interface Search {
  slices: {
    origin: string;
    destination: string;
    departure_date: string;
    departure_time: TimeRange | null;
    arrival_time: TimeRange | null;
  }[];
  cabin: CabinClass;
  passengers: PassengerKind[];
  maxConnections: number;
  /** The day of the search, '2026-05-01': prices rise towards departure. */
  today: string;
  supplierTimeoutMs: number;
}

export interface TimeRange {
  from: string;
  to: string;
}

/** An offer before it has ids. Prices are cents of US dollars, per passenger in the order of the search. */
export interface Draft {
  slices: Itinerary[];
  brand: Brand;
  prices: Price[];
}

const MAX_JOURNEYS = 80;
/** One carrier's share of the itineraries: the market has other sellers. */
const PER_OWNER = 9;
const PAIRS_PER_OWNER = 16;

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

function inRange(local: number, range: TimeRange | null): boolean {
  if (!range) return true;
  const minute = ((local % 1440) + 1440) % 1440;
  return minute >= minuteOf(range.from) && minute <= minuteOf(range.to);
}

/** How long a carrier's system takes to answer: those slower than the search allows are left out of it. */
const answersIn = (carrier: string, today: string): number => {
  const roll = chance(`answers|${carrier}|${today}`);
  return roll < 0.06 ? 4_000 + 20_000 * roll : 400 + 1_500 * roll;
};

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

interface Priced {
  itinerary: Itinerary;
  adult: number;
  score: number;
}

function sameCity(a: AirportRow, b: AirportRow): boolean {
  if (a.iata === b.iata) return true;
  const area = metropolitanAreaOf(a.iata);
  return area !== undefined && area === metropolitanAreaOf(b.iata);
}

function sliceOptions(search: Search, index: number): Priced[] {
  const slice = search.slices[index];
  const origins = slice && resolvePlace(slice.origin)?.airports;
  const destinations = slice && resolvePlace(slice.destination)?.airports;
  if (!slice || !origins || !destinations) return [];
  const scenario = testScenario(search.slices);
  const date = slice.departure_date;
  const daysAhead = Math.max(0, daysBetween(search.today, date));
  const options: Priced[] = [];
  for (const from of origins)
    for (const to of destinations) {
      if (!scenario && sameCity(from, to)) continue;
      const found = scenario
        ? testItineraries(scenario, from, to, date)
        : itineraries(from, to, date, search.maxConnections);
      for (const itinerary of found) {
        const first = itinerary.flights[0];
        const last = itinerary.flights.at(-1);
        if (!first || !last || !hasCabin(itinerary, search.cabin)) continue;
        if (itinerary.flights.length - 1 > search.maxConnections) continue;
        if (
          !inRange(first.departsLocal, slice.departure_time) ||
          !inRange(last.arrivesLocal, slice.arrival_time)
        )
          continue;
        if (answersIn(itinerary.owner.code, search.today) > search.supplierTimeoutMs) continue;
        const adult = adultPrice(itinerary, search.cabin, date, daysAhead);
        options.push({ itinerary, adult, score: adult + durationOf(itinerary) * 40 });
      }
    }
  return options.sort((a, b) => a.score - b.score);
}

function byOwner(options: Priced[], limit: number): Map<string, Priced[]> {
  const groups = new Map<string, Priced[]>();
  for (const option of options) {
    const group = groups.get(option.itinerary.owner.code) ?? [];
    if (group.length < limit) group.push(option);
    groups.set(option.itinerary.owner.code, group);
  }
  return groups;
}

/** Journeys of one carrier through all slices, best first. Every later slice leaves after the one before has landed. */
function journeys(search: Search): Priced[][] {
  const [first, ...rest] = search.slices.map((_, index) => sliceOptions(search, index));
  if (!first) return [];
  const single = rest.length === 0;
  const limit =
    single && new Set(first.map((option) => option.itinerary.owner.code)).size < 4 ? 40 : PER_OWNER;
  let found = new Map(
    [...byOwner(first, limit)].map(([owner, options]) => [owner, options.map((option) => [option])]),
  );
  for (const options of rest) {
    const next = byOwner(options, PER_OWNER);
    found = new Map(
      [...found].map(([owner, begun]) => {
        const pairs = begun.flatMap((journey) =>
          (next.get(owner) ?? [])
            .filter((option) => follows(journey, option))
            .map((option) => [...journey, option]),
        );
        return [owner, pairs.sort((a, b) => scoreOf(a) - scoreOf(b)).slice(0, PAIRS_PER_OWNER)];
      }),
    );
  }
  return inTurns([...found.values()]).sort((a, b) => scoreOf(a) - scoreOf(b));
}

/** Takes the best of every carrier, then the second best of every carrier, until there is enough to choose from. */
function inTurns(groups: Priced[][][]): Priced[][] {
  const taken: Priced[][] = [];
  const longest = Math.max(0, ...groups.map((group) => group.length));
  for (let turn = 0; turn < longest && taken.length < MAX_JOURNEYS; turn++)
    for (const group of groups) {
      const journey = group[turn];
      if (journey && taken.length < MAX_JOURNEYS) taken.push(journey);
    }
  return taken;
}

const scoreOf = (journey: Priced[]): number => journey.reduce((sum, option) => sum + option.score, 0);

function follows(journey: Priced[], option: Priced): boolean {
  const landed = journey.at(-1)?.itinerary.flights.at(-1);
  const leaves = option.itinerary.flights[0];
  return landed !== undefined && leaves !== undefined && leaves.departs >= landed.arrives + 60;
}

function priceOf(journey: Priced[], brand: Brand, cabin: CabinClass): Price {
  // A return ticket costs less than two single ones.
  const discount = journey.length > 1 ? 0.9 : 1;
  const price = { base: 0, tax: 0 };
  for (const { itinerary, adult } of journey) {
    const base = Math.round(adult * brand.factor * discount);
    price.base += base;
    price.tax += adultTax(itinerary, cabin, base);
  }
  return price;
}

/** All offers of a search, in a fixed order. Offer n of the same search is always the same flights at the same price. */
export function draftOffers(search: Search): Draft[] {
  const drafts: Draft[] = [];
  for (const journey of journeys(search)) {
    const owner = journey[0]?.itinerary.owner;
    if (!owner) continue;
    const longHaul = journey.some(({ itinerary }) => itinerary.flights.some((flight) => flight.km > 4500));
    for (const brand of brandsOf(owner, search.cabin, longHaul)) {
      const adult = priceOf(journey, brand, search.cabin);
      drafts.push({
        slices: journey.map(({ itinerary }) => itinerary),
        brand,
        prices: search.passengers.map((kind) => passengerPrice(kind, adult)),
      });
    }
  }
  return drafts;
}
