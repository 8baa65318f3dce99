import type { ListParams } from '../search-query/list-params.ts';
import { dayBands, noFilters, stopChoices, type Filters } from './filter-model.ts';

const yes = '1';
const shownBands = dayBands.map((band) => [band, band.replace('_', '-')] as const);
/** A plus sign would travel as %2B. */
const shownStops = stopChoices.map((choice) => [choice, choice.replace('+', '')] as const);

/** The known values of a list, each once, in the order of the screen. */
function chosen<T>(text: string | undefined, known: readonly (readonly [T, string])[]): T[] {
  const names = text?.toLowerCase().split(',') ?? [];
  return known.filter(([, name]) => names.includes(name)).map(([value]) => value);
}

const listed = <T>(values: readonly T[], known: readonly (readonly [T, string])[]): string =>
  known
    .filter(([value]) => values.includes(value))
    .map(([, name]) => name)
    .join(',');

function priceOf(text: string | undefined): Filters['price'] {
  const [, low, high] = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? '') ?? [];
  return low !== undefined && Number(low) <= Number(high) ? [Number(low), Number(high)] : undefined;
}

function airlinesOf(text: string | undefined): string[] {
  const codes = text?.toUpperCase().split(',') ?? [];
  return [...new Set(codes.filter((code) => /^[A-Z\d]{2}$/.test(code)))];
}

/** The filters of an address; whatever it says that is none is passed over. */
export function parseFilters(parameters: ListParams): Filters {
  const price = priceOf(parameters.price);
  return {
    ...noFilters,
    ...(price ? { price } : {}),
    stops: chosen(parameters.stops, shownStops),
    airlines: airlinesOf(parameters.airlines),
    departure: chosen(parameters.depart, shownBands),
    arrival: chosen(parameters.arrive, shownBands),
    refundable: parameters.refundable === yes,
    baggage: parameters.bags === yes,
  };
}

/** The filters as an address says them; those that exclude nothing are left out. */
export function toFilterParams(filters: Filters): ListParams {
  const all: ListParams = {
    stops: listed(filters.stops, shownStops),
    airlines: filters.airlines.join(','),
    price: filters.price?.join('-') ?? '',
    depart: listed(filters.departure, shownBands),
    arrive: listed(filters.arrival, shownBands),
    refundable: filters.refundable ? yes : '',
    bags: filters.baggage ? yes : '',
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value));
}
