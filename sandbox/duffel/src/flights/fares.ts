import type { CabinClass } from '@duffel/api/types';
import { getAircraftType } from './aircraft.ts';
import type { Carrier } from './carriers.ts';
import type { SliceOption } from './slice-options.ts';
import { getDuration } from './slice-options.ts';
import { seededFraction, seededInteger } from './seeded-random.ts';

/** A price in whole US cents. */
export interface Price {
  base: number;
  tax: number;
}

/** A fare of one slice: its name, cabin, included bags and conditions. */
export interface Fare {
  name: string;
  cabin: CabinClass;
  /** Relative to the cheapest fare of the searched cabin. */
  priceFactor: number;
  checkedBags: number;
  carryOn: number;
  /** Penalty per passenger in US cents, false if not allowed, null if the airline does not specify it. */
  change: number | false | null;
  refund: number | false | null;
  hasFreeSeats: boolean;
  hasPriority: boolean;
  /** Whether offers with this fare live 15 minutes instead of 30. */
  isShortLived?: boolean;
}

export const getCabinName = (cabin: CabinClass): string =>
  ({ economy: 'Economy', premium_economy: 'Premium Economy', business: 'Business', first: 'First' })[cabin];

/** The fares that a carrier sells in a cabin, cheapest first. */
export function listFares(carrier: Carrier, cabin: CabinClass, isLongHaul: boolean): Fare[] {
  const cabinName = getCabinName(cabin);
  const createFare = (
    name: string,
    priceFactor: number,
    rest: Omit<Fare, 'name' | 'cabin' | 'priceFactor'>,
  ): Fare => ({
    name,
    cabin,
    priceFactor,
    ...rest,
  });
  const fee = isLongHaul ? 15_000 : 7_500;
  if (cabin === 'business' || cabin === 'first')
    return [
      createFare(`${cabinName} Standard`, 1, {
        checkedBags: 2,
        carryOn: 2,
        change: fee,
        refund: fee * 3,
        hasFreeSeats: true,
        hasPriority: true,
      }),
      createFare(`${cabinName} Flex`, 1.24, {
        checkedBags: 2,
        carryOn: 2,
        change: 0,
        refund: 0,
        hasFreeSeats: true,
        hasPriority: true,
      }),
    ];
  const hidesConditions = seededFraction(`silent|${carrier.code}`) < 0.15;
  return [
    createFare(`${cabinName} Basic`, 1, {
      checkedBags: 0,
      carryOn: carrier.isLowCost ? 0 : 1,
      change: hidesConditions ? null : false,
      refund: hidesConditions ? null : false,
      hasFreeSeats: false,
      hasPriority: false,
    }),
    createFare(`${cabinName} Standard`, 1.21, {
      checkedBags: carrier.isLowCost ? 0 : 1,
      carryOn: 1,
      change: carrier.isLowCost ? fee : 0,
      refund: false,
      hasFreeSeats: false,
      hasPriority: false,
    }),
    createFare(`${cabinName} Flex`, 1.52, {
      checkedBags: isLongHaul ? 2 : 1,
      carryOn: 1,
      change: 0,
      refund: seededFraction(`refund|${carrier.code}`) < 0.6 ? 0 : fee,
      hasFreeSeats: true,
      hasPriority: true,
    }),
  ];
}

/** Price of a cabin relative to economy. */
export const CABIN_FACTOR: Readonly<Record<CabinClass, number>> = {
  economy: 1,
  premium_economy: 1.75,
  business: 3.7,
  first: 6.2,
};

/** Whether at least one flight has the cabin; the other flights use the cabin that `getFlownCabin` returns. */
export function hasCabin(sliceOption: SliceOption, cabin: CabinClass): boolean {
  if (cabin === 'economy') return true;
  if (sliceOption.owner.isLowCost) return false;
  return sliceOption.flights.some((flight) =>
    getAircraftType(flight.aircraft).cabins.some((layout) => layout.cabin === cabin),
  );
}

/** The cabin of one flight of an offer sold in `cabin`; it differs when the aircraft does not have that cabin. */
export function getFlownCabin(aircraft: string, cabin: CabinClass): CabinClass {
  const cabins = getAircraftType(aircraft).cabins.map((layout) => layout.cabin);
  if (cabins.includes(cabin)) return cabin;
  if (cabin === 'first' && cabins.includes('business')) return 'business';
  if (cabin === 'business' && cabins.includes('first')) return 'first';
  return 'economy';
}

function getDaysAheadFactor(days: number): number {
  if (days < 3) return 1.9;
  if (days < 7) return 1.6;
  if (days < 14) return 1.32;
  if (days < 21) return 1.15;
  if (days < 45) return 1.02;
  return days < 200 ? 0.95 : 1.04;
}

const WEEKDAY_FACTOR = [1.1, 1.0, 0.93, 0.92, 1.0, 1.12, 0.98];

/** The price of one adult for one slice in US cents, before the fare's price factor. */
export function calculateAdultPrice(
  sliceOption: SliceOption,
  cabin: CabinClass,
  date: string,
  daysAhead: number,
): number {
  const km = sliceOption.flights.reduce((sum, flight) => sum + flight.km, 0);
  const first = sliceOption.flights[0];
  const minute = first ? ((first.departsLocal % 1440) + 1440) % 1440 : 0;
  const connections = sliceOption.flights.length - 1;
  const basePrice = 28 + 0.065 * Math.min(km, 1500) + 0.036 * Math.max(0, km - 1500);
  const timeOfDayFactor = minute < 420 || minute > 1290 ? 0.9 : minute > 960 && minute < 1200 ? 1.07 : 1;
  const connectionFactor = [1.16, 0.97, 0.9][connections] ?? 0.9;
  const durationFactor = getDuration(sliceOption) > 30 * 60 ? 0.88 : 1;
  const weekdayFactor = WEEKDAY_FACTOR[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 1;
  const seed = `${sliceOption.owner.code}|${sliceOption.flights.map((flight) => `${flight.carrier.code}${flight.number}`).join('-')}|${date}`;
  const demandFactor = 0.86 + 0.34 * seededFraction(`demand|${seed}`);
  const dollars =
    basePrice *
    sliceOption.owner.priceLevel *
    CABIN_FACTOR[cabin] *
    getDaysAheadFactor(daysAhead) *
    weekdayFactor *
    timeOfDayFactor *
    connectionFactor *
    durationFactor *
    demandFactor;
  return Math.max(1900, Math.round(dollars * 100));
}

/** Taxes of one adult for one slice in US cents: airport charges and departure duty. */
export function calculateAdultTax(sliceOption: SliceOption, cabin: CabinClass, base: number): number {
  const first = sliceOption.flights[0];
  const last = sliceOption.flights.at(-1);
  if (!first || !last) return 0;
  const charges = sliceOption.flights.reduce(
    (sum, flight) => sum + seededInteger(`tax|${flight.from.iata}`, 420, 1450),
    0,
  );
  if (first.from.country === last.to.country) return charges + Math.round(base * 0.075);
  const duty =
    first.from.country === 'GB' ? (first.km > 3200 ? 11_200 : 1_700) * (cabin === 'economy' ? 1 : 2) : 2_310;
  return charges + duty + Math.round(base * 0.02);
}

export type PassengerType = 'adult' | 'child' | 'infant_without_seat';

/** Derives a passenger's price from the adult price: a child's base is 75 %, an infant's 10 % with 15 % of the tax. */
export function calculatePassengerPrice(type: PassengerType, adult: Price): Price {
  if (type === 'adult') return adult;
  if (type === 'child') return { base: Math.round(adult.base * 0.75), tax: adult.tax };
  return { base: Math.round(adult.base * 0.1), tax: Math.round(adult.tax * 0.15) };
}
