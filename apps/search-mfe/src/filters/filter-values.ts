import {
  durationMinutes,
  emissionsPerTraveller,
  formatMinor,
  isRefundable,
  type Offer,
  type Place,
  type Segment,
} from '@fareline/contracts';
import { getPriceWithBag } from '../offers/price-with-bag.ts';
import {
  getMarketingCarriers,
  getPriceMinor,
  countStops,
  getTotalMinutes,
  getPriceInWholeUnits,
  includesBag,
} from '../offers/offer-properties.ts';
import type { DayBand, StopChoice, TimeKey } from './filter-model.ts';

/** The values of an offer that filters and sorting compare, computed once per offer because every change of a filter reads them. */
export interface FilterValues {
  /** In minor units. */
  priceMinor: number;
  /** With a checked bag, in minor units; undefined if the bag price is unknown. */
  priceMinorWithBag: number | undefined;
  /** In whole units of the currency. */
  price: number;
  /** With a checked bag, in whole units; undefined if the bag price is unknown. */
  priceWithBag: number | undefined;
  stops: StopChoice;
  airlines: readonly (string | null)[];
  departure: readonly (DayBand | undefined)[];
  arrival: readonly (DayBand | undefined)[];
  /** Minutes of the day, local to the airport; undefined if the time is unknown or the offer has no such slice. */
  times: Readonly<Record<TimeKey, number | undefined>>;
  /** IATA codes of the airports between the flights, each once. */
  layovers: readonly string[];
  /** IATA codes of the airports at each end of the journey, each once: several if it returns to or from another one. */
  originAirports: readonly string[];
  destinationAirports: readonly string[];
  /** Kilograms of CO2 per traveller; undefined if the airline states none. */
  emissions: number | undefined;
  /** Infinity if the duration of a slice is unknown. */
  longestSliceMinutes: number;
  /** Sum over all slices. */
  totalMinutes: number;
  refundable: boolean;
  baggage: boolean;
}

/** The time band of an airport-local ISO 8601 time. (FILTER-10) */
export function toDayBand(localTime: string | null | undefined): DayBand | undefined {
  const hour = localTime?.match(/T(\d{2}):/)?.[1];
  if (hour === undefined) return undefined;
  if (hour < '06') return 'early_morning';
  if (hour < '12') return 'morning';
  return hour < '18' ? 'afternoon' : 'evening';
}

/** The minute of the day of an airport-local ISO 8601 time. */
function toMinuteOfDay(localTime: string | null | undefined): number | undefined {
  const [, hours, minutes] = localTime?.match(/T(\d{2}):(\d{2})/) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

function getTimes([outbound, inbound]: Offer['slices']): FilterValues['times'] {
  return {
    departOutbound: toMinuteOfDay(outbound?.segments[0]?.departing_at),
    arriveOutbound: toMinuteOfDay(outbound?.segments.at(-1)?.arriving_at),
    departReturn: toMinuteOfDay(inbound?.segments[0]?.departing_at),
    arriveReturn: toMinuteOfDay(inbound?.segments.at(-1)?.arriving_at),
  };
}

/** The airports between the flights: two for a change of airport. */
export const getLayoverPlaces = ({ slices }: Offer): Place[] =>
  slices.flatMap(({ segments }) =>
    segments.flatMap((segment: Segment, index) => {
      const next = segments[index + 1];
      return next ? [segment.destination, next.origin] : [];
    }),
  );

/** The airports where the journey begins and, with a return, ends. */
export const getOriginPlaces = ({ slices: [outbound, inbound] }: Offer): (Place | undefined)[] => [
  outbound?.segments[0]?.origin,
  inbound?.segments.at(-1)?.destination,
];

/** The airports that the journey goes to and, with a return, comes back from. */
export const getDestinationPlaces = ({ slices: [outbound, inbound] }: Offer): (Place | undefined)[] => [
  outbound?.segments.at(-1)?.destination,
  inbound?.segments[0]?.origin,
];

const toCodes = (places: readonly (Place | undefined)[]): string[] => [
  ...new Set(places.map((place) => place?.iata_code).filter((code) => code != null)),
];

/** The slice with the most stops decides. (FILTER-06) */
function toStopChoice(offer: Offer): StopChoice {
  const stops = Math.max(0, ...offer.slices.map(countStops));
  if (stops === 0) return '0';
  return stops === 1 ? '1' : '2+';
}

function computeFilterValues(offer: Offer): FilterValues {
  const withBag = getPriceWithBag(offer);
  const isKnown = withBag.status !== 'unknown';
  return {
    priceMinor: getPriceMinor(offer),
    priceMinorWithBag: isKnown ? withBag.minor : undefined,
    price: getPriceInWholeUnits(offer),
    priceWithBag: isKnown ? Number(formatMinor(withBag.minor, offer.total_currency || 'USD')) : undefined,
    stops: toStopChoice(offer),
    airlines: getMarketingCarriers(offer).map((carrier) => carrier.iata_code),
    departure: offer.slices.map((slice) => toDayBand(slice.segments[0]?.departing_at)),
    arrival: offer.slices.map((slice) => toDayBand(slice.segments.at(-1)?.arriving_at)),
    times: getTimes(offer.slices),
    layovers: toCodes(getLayoverPlaces(offer)),
    originAirports: toCodes(getOriginPlaces(offer)),
    destinationAirports: toCodes(getDestinationPlaces(offer)),
    emissions: emissionsPerTraveller(offer),
    longestSliceMinutes: Math.max(
      0,
      ...offer.slices.map((slice) => durationMinutes(slice.duration) ?? Infinity),
    ),
    totalMinutes: getTotalMinutes(offer),
    refundable: isRefundable(offer.conditions),
    baggage: includesBag(offer, 'baggage'),
  };
}

/** The price with or without a checked bag, in minor units; undefined if it is unknown. */
export function getKnownPrice(
  { priceMinor, priceMinorWithBag }: FilterValues,
  withBag: boolean,
): number | undefined {
  const price = withBag ? priceMinorWithBag : priceMinor;
  return price === Number.MAX_SAFE_INTEGER ? undefined : price;
}

const cache = new WeakMap<Offer, FilterValues>();

export function getFilterValues(offer: Offer): FilterValues {
  let values = cache.get(offer);
  if (!values) cache.set(offer, (values = computeFilterValues(offer)));
  return values;
}
