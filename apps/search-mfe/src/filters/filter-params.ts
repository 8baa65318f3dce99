import type { ListParams } from '../search-query/list-params.ts';
import { dayBands, noFilters, stopChoices, type Filters } from './filter-model.ts';

const enabledValue = '1';
const bandNames = dayBands.map((band) => [band, band.replace('_', '-')] as const);
/** "2" instead of "2+", because a plus sign is encoded as %2B. */
const stopNames = stopChoices.map((choice) => [choice, choice.replace('+', '')] as const);

/** The known values of a comma-separated list, each once, in the order of the screen. */
function parseList<T>(text: string | undefined, known: readonly (readonly [T, string])[]): T[] {
  const names = text?.toLowerCase().split(',');
  return known.filter(([, name]) => names?.includes(name)).map(([value]) => value);
}

const formatList = <T>(values: readonly T[], known: readonly (readonly [T, string])[]): string =>
  known
    .filter(([value]) => values.includes(value))
    .map(([, name]) => name)
    .join(',');

function parsePriceRange(text: string | undefined): Filters['price'] {
  const match = text?.match(/^(\d{1,9})-(\d{1,9})$/);
  if (!match) return undefined;
  const [low, high] = [Number(match[1]), Number(match[2])];
  return low <= high ? [low, high] : undefined;
}

function parseAirlines(text: string | undefined): string[] {
  const names = text?.toUpperCase().split(',');
  return [...new Set(names?.filter((name) => /^[A-Z\d]{2}$/.test(name)))];
}

/** The filters of a URL; unknown and malformed values are ignored. */
export function parseFilters(parameters: ListParams): Filters {
  const price = parsePriceRange(parameters.price);
  return {
    ...noFilters,
    ...(price ? { price } : {}),
    stops: parseList(parameters.stops, stopNames),
    airlines: parseAirlines(parameters.airlines),
    departure: parseList(parameters.depart, bandNames),
    arrival: parseList(parameters.arrive, bandNames),
    refundable: parameters.refundable === enabledValue,
    baggage: parameters.bags === enabledValue,
  };
}

/** The filters as URL parameters, without those that exclude nothing. */
export function toFilterParams(filters: Filters): ListParams {
  const all: ListParams = {
    stops: formatList(filters.stops, stopNames),
    airlines: filters.airlines.join(','),
    price: filters.price?.join('-') ?? '',
    depart: formatList(filters.departure, bandNames),
    arrive: formatList(filters.arrival, bandNames),
    refundable: filters.refundable ? enabledValue : '',
    bags: filters.baggage ? enabledValue : '',
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value));
}
