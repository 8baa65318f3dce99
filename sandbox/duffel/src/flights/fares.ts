import type { CabinClass } from '@duffel/api/types';
import { aircraftType } from './aircraft.ts';
import type { Carrier } from './carriers.ts';
import type { Itinerary } from './itineraries.ts';
import { durationOf } from './itineraries.ts';
import { chance, pick } from './random.ts';

/** Whole cents: prices are never floats once they are prices. */
export interface Price {
  base: number;
  tax: number;
}

/** A fare brand: what the price buys besides the seat. */
export interface Brand {
  name: string;
  factor: number;
  checkedBags: number;
  carryOn: number;
  /** Null: the airline does not say. Otherwise the penalty per passenger in cents, or false for not allowed. */
  change: number | false | null;
  refund: number | false | null;
  seatsFree: boolean;
  priority: boolean;
}

export const cabinName = (cabin: CabinClass): string =>
  ({ economy: 'Economy', premium_economy: 'Premium Economy', business: 'Business', first: 'First' })[cabin];

/** The brands a carrier sells in a cabin, cheapest first. */
export function brandsOf(carrier: Carrier, cabin: CabinClass, longHaul: boolean): Brand[] {
  const label = cabinName(cabin);
  const brand = (name: string, factor: number, rest: Omit<Brand, 'name' | 'factor'>): Brand => ({
    name,
    factor,
    ...rest,
  });
  const fee = longHaul ? 15_000 : 7_500;
  if (cabin === 'business' || cabin === 'first')
    return [
      brand(`${label} Standard`, 1, {
        checkedBags: 2,
        carryOn: 2,
        change: fee,
        refund: fee * 3,
        seatsFree: true,
        priority: true,
      }),
      brand(`${label} Flex`, 1.24, {
        checkedBags: 2,
        carryOn: 2,
        change: 0,
        refund: 0,
        seatsFree: true,
        priority: true,
      }),
    ];
  const silent = chance(`silent|${carrier.code}`) < 0.15;
  return [
    brand(`${label} Basic`, 1, {
      checkedBags: 0,
      carryOn: carrier.lowCost ? 0 : 1,
      change: silent ? null : false,
      refund: silent ? null : false,
      seatsFree: false,
      priority: false,
    }),
    brand(`${label} Standard`, 1.21, {
      checkedBags: carrier.lowCost ? 0 : 1,
      carryOn: 1,
      change: carrier.lowCost ? fee : 0,
      refund: false,
      seatsFree: false,
      priority: false,
    }),
    brand(`${label} Flex`, 1.52, {
      checkedBags: longHaul ? 2 : 1,
      carryOn: 1,
      change: 0,
      refund: chance(`refund|${carrier.code}`) < 0.6 ? 0 : fee,
      seatsFree: true,
      priority: true,
    }),
  ];
}

const CABIN_FACTOR: Readonly<Record<CabinClass, number>> = {
  economy: 1,
  premium_economy: 1.75,
  business: 3.7,
  first: 6.2,
};

/** Whether every flight has seats of the cabin; short flights seat premium economy passengers in economy. */
export function hasCabin(itinerary: Itinerary, cabin: CabinClass): boolean {
  if (cabin === 'economy') return true;
  if (itinerary.owner.lowCost) return false;
  return itinerary.flights.some((flight) =>
    aircraftType(flight.aircraft).cabins.some((entry) => entry.cabin === cabin),
  );
}

/** The cabin flown on one flight of an itinerary sold in `cabin`: the aircraft may lack it. */
export function flownCabin(aircraft: string, cabin: CabinClass): CabinClass {
  const cabins = aircraftType(aircraft).cabins.map((entry) => entry.cabin);
  if (cabins.includes(cabin)) return cabin;
  if (cabin === 'first' && cabins.includes('business')) return 'business';
  if (cabin === 'business' && cabins.includes('first')) return 'first';
  return 'economy';
}

function daysAheadFactor(days: number): number {
  if (days < 3) return 1.9;
  if (days < 7) return 1.6;
  if (days < 14) return 1.32;
  if (days < 21) return 1.15;
  if (days < 45) return 1.02;
  return days < 200 ? 0.95 : 1.04;
}

const WEEKDAY_FACTOR = [1.1, 1.0, 0.93, 0.92, 1.0, 1.12, 0.98];

/** What one adult pays for one slice in the cheapest brand, in cents of US dollars, before the brand's factor. */
export function adultPrice(itinerary: Itinerary, cabin: CabinClass, date: string, daysAhead: number): number {
  const km = itinerary.flights.reduce((sum, flight) => sum + flight.km, 0);
  const first = itinerary.flights[0];
  const minute = first ? ((first.departsLocal % 1440) + 1440) % 1440 : 0;
  const connections = itinerary.flights.length - 1;
  const distance = 28 + 0.065 * Math.min(km, 1500) + 0.036 * Math.max(0, km - 1500);
  const timeOfDay = minute < 420 || minute > 1290 ? 0.9 : minute > 960 && minute < 1200 ? 1.07 : 1;
  const comfort = [1.16, 0.97, 0.9][connections] ?? 0.9;
  const slow = durationOf(itinerary) > 30 * 60 ? 0.88 : 1;
  const weekday = WEEKDAY_FACTOR[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 1;
  const seed = `${itinerary.owner.code}|${itinerary.flights.map((flight) => `${flight.carrier.code}${flight.number}`).join('-')}|${date}`;
  const demand = 0.86 + 0.34 * chance(`demand|${seed}`);
  const dollars =
    distance *
    itinerary.owner.level *
    CABIN_FACTOR[cabin] *
    daysAheadFactor(daysAhead) *
    weekday *
    timeOfDay *
    comfort *
    slow *
    demand;
  return Math.max(1900, Math.round(dollars * 100));
}

/** Taxes of one adult on one slice in cents: airport charges, and the departure duty of some countries. */
export function adultTax(itinerary: Itinerary, cabin: CabinClass, base: number): number {
  const first = itinerary.flights[0];
  const last = itinerary.flights.at(-1);
  if (!first || !last) return 0;
  const charges = itinerary.flights.reduce(
    (sum, flight) => sum + pick(`tax|${flight.from.iata}`, 420, 1450),
    0,
  );
  if (first.from.country === last.to.country) return charges + Math.round(base * 0.075);
  const duty =
    first.from.country === 'GB' ? (first.km > 3200 ? 11_200 : 1_700) * (cabin === 'economy' ? 1 : 2) : 2_310;
  return charges + duty + Math.round(base * 0.02);
}

export type PassengerKind = 'adult' | 'child' | 'infant_without_seat';

/** The price of one passenger from the adult's: children a quarter less, babies on a lap a tenth and no duty. */
export function passengerPrice(kind: PassengerKind, adult: Price): Price {
  if (kind === 'adult') return adult;
  if (kind === 'child') return { base: Math.round(adult.base * 0.75), tax: adult.tax };
  return { base: Math.round(adult.base * 0.1), tax: Math.round(adult.tax * 0.15) };
}
