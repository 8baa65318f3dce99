import type { Offer } from '@fareline/contracts';
import { durationMinutes } from '@fareline/ui-theme';
import { marketingCarriers, stopsOf, wholePrice } from '../offers/offer-facts.ts';
import type { DayBand, Filters, StopChoice } from './filter-model.ts';

/** The band of an airport-local time. (FILTER-10, D10) */
export function bandOf(localTime: string | null | undefined): DayBand | undefined {
  const hour = /T(\d{2}):/.exec(localTime ?? '')?.[1];
  if (hour === undefined) return undefined;
  if (hour < '06') return 'early_morning';
  if (hour < '12') return 'morning';
  return hour < '18' ? 'afternoon' : 'evening';
}

/** An offer counts as having the stops of its slice with the most. (FILTER-06) */
function stopChoice(offer: Offer): StopChoice {
  const stops = Math.max(0, ...offer.slices.map(stopsOf));
  if (stops === 0) return '0';
  return stops === 1 ? '1' : '2+';
}

function inBand(bands: readonly DayBand[], times: (string | null | undefined)[]): boolean {
  if (bands.length === 0) return true;
  return times.some((time) => {
    const band = bandOf(time);
    return band !== undefined && bands.includes(band);
  });
}

function inPrice(offer: Offer, price: Filters['price']): boolean {
  const amount = wholePrice(offer);
  return !price || (amount >= price[0] && amount <= price[1]);
}

function matches(offer: Offer, filters: Filters): boolean {
  const { stops, airlines, maxMinutes } = filters;
  const codes = marketingCarriers(offer).map((carrier) => carrier.iata_code);
  return (
    inPrice(offer, filters.price) &&
    (stops.length === 0 || stops.includes(stopChoice(offer))) &&
    (airlines.length === 0 || codes.some((code) => code !== null && airlines.includes(code))) &&
    inBand(
      filters.departure,
      offer.slices.map((slice) => slice.segments[0]?.departing_at),
    ) &&
    inBand(
      filters.arrival,
      offer.slices.map((slice) => slice.segments.at(-1)?.arriving_at),
    ) &&
    (maxMinutes === undefined ||
      offer.slices.every((slice) => (durationMinutes(slice.duration) ?? Infinity) <= maxMinutes)) &&
    (!filters.refundable || offer.conditions.refundable === true) &&
    (!filters.baggage || offer.available_services.some((service) => service.type.includes('baggage')))
  );
}

/** The offers that every filter lets through, in their order; no call is made. (FILTER-04 to FILTER-14) */
export const applyFilters = (offers: readonly Offer[], filters: Filters): Offer[] =>
  offers.filter((offer) => matches(offer, filters));
