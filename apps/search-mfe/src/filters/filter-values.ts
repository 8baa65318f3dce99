import { durationMinutes, formatMinor, type Offer } from '@fareline/contracts';
import { getPriceWithBag } from '../offers/price-with-bag.ts';
import {
  getMarketingCarriers,
  getPriceMinor,
  countStops,
  getTotalMinutes,
  getPriceInWholeUnits,
  includesBag,
} from '../offers/offer-properties.ts';
import type { DayBand, StopChoice } from './filter-model.ts';

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
  /** Infinity if the duration of a slice is unknown. */
  longestSliceMinutes: number;
  /** Sum over all slices. */
  totalMinutes: number;
  refundable: boolean;
  baggage: boolean;
}

/** The time band of an airport-local ISO 8601 time. (FILTER-10, D10) */
export function toDayBand(localTime: string | null | undefined): DayBand | undefined {
  const hour = localTime?.match(/T(\d{2}):/)?.[1];
  if (hour === undefined) return undefined;
  if (hour < '06') return 'early_morning';
  if (hour < '12') return 'morning';
  return hour < '18' ? 'afternoon' : 'evening';
}

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
    longestSliceMinutes: Math.max(
      0,
      ...offer.slices.map((slice) => durationMinutes(slice.duration) ?? Infinity),
    ),
    totalMinutes: getTotalMinutes(offer),
    refundable: offer.conditions.refundable === true,
    baggage: includesBag(offer, 'baggage'),
  };
}

const cache = new WeakMap<Offer, FilterValues>();

export function getFilterValues(offer: Offer): FilterValues {
  let values = cache.get(offer);
  if (!values) cache.set(offer, (values = computeFilterValues(offer)));
  return values;
}
