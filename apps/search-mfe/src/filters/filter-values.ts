import { durationMinutes, formatMinor, type Offer } from '@fareline/contracts';
import { getPriceWithBag } from '../offers/price-with-bag.ts';
import { includesBag } from '../offers/included-bags.ts';
import {
  getMarketingCarriers,
  getPriceMinor,
  countStops,
  getTotalMinutes,
  getPriceInWholeUnits,
} from '../offers/offer-properties.ts';
import type { DayBand, StopChoice } from './filter-model.ts';

/** What filters and orders look at, worked out once for each offer: they are asked for it at every change. */
export interface FilterValues {
  minor: number;
  /** With a checked bag; undefined where the airline has not told. */
  minorWithBag: number | undefined;
  whole: number;
  /** With a checked bag, in whole units; undefined where the airline has not told. */
  wholeWithBag: number | undefined;
  stops: StopChoice;
  airlines: readonly (string | null)[];
  departure: readonly (DayBand | undefined)[];
  arrival: readonly (DayBand | undefined)[];
  /** Minutes of the longest slice; infinite where one does not tell. */
  longest: number;
  /** Minutes of all slices. */
  minutes: number;
  refundable: boolean;
  baggage: boolean;
}

/** The band of an airport-local time. (FILTER-10, D10) */
export function toDayBand(localTime: string | null | undefined): DayBand | undefined {
  const hour = /T(\d{2}):/.exec(localTime ?? '')?.[1];
  if (hour === undefined) return undefined;
  if (hour < '06') return 'early_morning';
  if (hour < '12') return 'morning';
  return hour < '18' ? 'afternoon' : 'evening';
}

/** An offer counts as having the stops of its slice with the most. (FILTER-06) */
function stopChoice(offer: Offer): StopChoice {
  const stops = Math.max(0, ...offer.slices.map(countStops));
  if (stops === 0) return '0';
  return stops === 1 ? '1' : '2+';
}

function look(offer: Offer): FilterValues {
  const withBag = getPriceWithBag(offer);
  const isKnown = withBag.status !== 'unknown';
  return {
    minor: getPriceMinor(offer),
    minorWithBag: isKnown ? withBag.minor : undefined,
    whole: getPriceInWholeUnits(offer),
    wholeWithBag: isKnown ? Number(formatMinor(withBag.minor, offer.total_currency || 'USD')) : undefined,
    stops: stopChoice(offer),
    airlines: getMarketingCarriers(offer).map((carrier) => carrier.iata_code),
    departure: offer.slices.map((slice) => toDayBand(slice.segments[0]?.departing_at)),
    arrival: offer.slices.map((slice) => toDayBand(slice.segments.at(-1)?.arriving_at)),
    longest: Math.max(0, ...offer.slices.map((slice) => durationMinutes(slice.duration) ?? Infinity)),
    minutes: getTotalMinutes(offer),
    refundable: offer.conditions.refundable === true,
    baggage: includesBag(offer, 'baggage'),
  };
}

const known = new WeakMap<Offer, FilterValues>();

export function getFilterValues(offer: Offer): FilterValues {
  let facts = known.get(offer);
  if (!facts) known.set(offer, (facts = look(offer)));
  return facts;
}
