import type { ListParams } from '../search-query/list-params.ts';
import { dayBands, noFilters, stopChoices, timeKeys, type Filters, type TimeKey } from './filter-model.ts';
import { formatTimeParam, parseTimeParam } from './time-range.ts';

const enabledValue = '1';
const lowValue = 'low';
const bandNames = dayBands.map((band) => [band, band.replace('_', '-')] as const);
/** "2" instead of "2+", because a plus sign is encoded as %2B. */
const stopNames = stopChoices.map((choice) => [choice, choice.replace('+', '')] as const);

/** The parameters of the times, as "0600-1200". */
const timeNames = {
  departOutbound: 'depart-outbound',
  arriveOutbound: 'arrive-outbound',
  departReturn: 'depart-return',
  arriveReturn: 'arrive-return',
} as const satisfies Record<TimeKey, keyof ListParams>;

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

/** More than a search has; each has a chip and a checkbox. */
const maxCodes = 100;

/** The codes of a comma-separated list that match the pattern, each once. */
function parseCodes(text: string | undefined, pattern: RegExp): string[] {
  const names = text?.toUpperCase().split(',');
  return [...new Set(names?.filter((name) => pattern.test(name)))].slice(0, maxCodes);
}

const airlineCode = /^[A-Z\d]{2}$/;
const airportCode = /^[A-Z]{3}$/;

const parseTimes = (parameters: ListParams): Filters['times'] =>
  Object.fromEntries(
    timeKeys
      .map((key) => [key, parseTimeParam(parameters[timeNames[key]])] as const)
      .filter(([, range]) => range),
  );

const formatTimes = (times: Filters['times']): ListParams =>
  Object.fromEntries(
    timeKeys.flatMap((key) => (times[key] ? [[timeNames[key], formatTimeParam(times[key])]] : [])),
  );

/** The filters of a URL; unknown and malformed values are ignored. */
export function parseFilters(parameters: ListParams): Filters {
  const price = parsePriceRange(parameters.price);
  const via = parseCodes(parameters.via, airportCode);
  return {
    ...noFilters,
    ...(price ? { price } : {}),
    stops: parseList(parameters.stops, stopNames),
    airlines: parseCodes(parameters.airlines, airlineCode),
    departure: parseList(parameters.depart, bandNames),
    arrival: parseList(parameters.arrive, bandNames),
    times: parseTimes(parameters),
    via,
    avoid: parseCodes(parameters.avoid, airportCode).filter((code) => !via.includes(code)),
    originAirports: parseCodes(parameters['origin-airports'], airportCode),
    destinationAirports: parseCodes(parameters['destination-airports'], airportCode),
    refundable: parameters.refundable === enabledValue,
    baggage: parameters.bags === enabledValue,
    lowEmissions: parameters.co2 === lowValue,
  };
}

const formatFlag = (isOn: boolean): string => (isOn ? enabledValue : '');

/** The filters as URL parameters, without those that exclude nothing. */
export function toFilterParams(filters: Filters): ListParams {
  const all: ListParams = {
    stops: formatList(filters.stops, stopNames),
    airlines: filters.airlines.join(','),
    price: filters.price?.join('-') ?? '',
    depart: formatList(filters.departure, bandNames),
    arrive: formatList(filters.arrival, bandNames),
    ...formatTimes(filters.times),
    via: filters.via.join(','),
    avoid: filters.avoid.join(','),
    'origin-airports': filters.originAirports.join(','),
    'destination-airports': filters.destinationAirports.join(','),
    refundable: formatFlag(filters.refundable),
    bags: formatFlag(filters.baggage),
    co2: filters.lowEmissions ? lowValue : '',
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value));
}
