import { cabinClasses, type CabinClass, type SearchRequest } from '@fareline/contracts';
import { toQueryString, type ListParams } from './list-params.ts';

export type TripType = 'round-trip' | 'one-way';

/** What the address of the results says; origin, destination or departure may be missing. */
export interface SearchQuery {
  origin: string;
  destination: string;
  departureDate: string;
  returnDate?: string;
  cabinClass: CabinClass;
  adultsCount: number;
  childrenCount: number;
  infantsCount: number;
  tripType: TripType;
}

export interface ParsedSearchUrl {
  query: SearchQuery;
  /** How many offers were shown when the address asked for more; undefined when it did not. (RESULTS-05) */
  previousCount: number | undefined;
  /** True when it holds parameters that are taken in and then removed. (RESULTS-06) */
  hasOneTimeParams: boolean;
}

const travellerNames = {
  adultsCount: ['adultsCount', 'adults'],
  childrenCount: ['childrenCount', 'children'],
  infantsCount: ['infantsCount', 'infants'],
} as const;

function wholeNumber(text: string | undefined, missing: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : missing;
}

/** Reads the address of the results page. (RESULTS-01 to RESULTS-06, D7) */
export function parseSearchUrl(parameters: URLSearchParams): ParsedSearchUrl {
  const read = (...names: string[]) => {
    for (const name of names) {
      const value = parameters.get(name) || parameters.get(`from_${name}`);
      if (value) return value;
    }
    return undefined;
  };
  const returnDate = read('returnDate');
  const asked = read('tripType');
  const tripType =
    asked === 'one-way' || asked === 'round-trip' ? asked : returnDate ? 'round-trip' : 'one-way';
  const cabin = read('cabinClass');
  const wantsMore = parameters.get('showMore') === 'true';
  return {
    query: {
      origin: (read('origin') ?? '').toUpperCase(),
      destination: (read('destination') ?? '').toUpperCase(),
      departureDate: read('departureDate') ?? '',
      ...(tripType === 'round-trip' && returnDate ? { returnDate } : {}),
      cabinClass: cabinClasses.find((known) => known === cabin) ?? 'economy',
      adultsCount: wholeNumber(read(...travellerNames.adultsCount), 1),
      childrenCount: wholeNumber(read(...travellerNames.childrenCount), 0),
      infantsCount: wholeNumber(read(...travellerNames.infantsCount), 0),
      tripType,
    },
    previousCount: wantsMore ? Number.parseInt(parameters.get('previousCount') ?? '', 10) || 0 : undefined,
    hasOneTimeParams: [...parameters.keys()].some(
      (name) => name.startsWith('from_') || name === 'showMore' || name === 'previousCount',
    ),
  };
}

/** The parameters as this site writes them. (FORM-26 to FORM-28, RESULTS-07) */
export function toSearchParams(query: SearchQuery): URLSearchParams {
  const parameters = new URLSearchParams({
    origin: query.origin,
    destination: query.destination,
    departureDate: query.departureDate,
    cabinClass: query.cabinClass,
    adultsCount: String(query.adultsCount),
    childrenCount: String(query.childrenCount),
    infantsCount: String(query.infantsCount),
    tripType: query.tripType,
  });
  if (query.tripType === 'round-trip' && query.returnDate) parameters.set('returnDate', query.returnDate);
  return parameters;
}

/** The results of a search, with the list as it is looked at. */
export const searchUrl = (query: SearchQuery, list: ListParams = {}): string =>
  `/search?${toQueryString(new URLSearchParams([...toSearchParams(query), ...Object.entries(list)]))}`;

/** The search and its list as offer pages carry them along. (CARD-08) */
export function toFromParams(query: SearchQuery, list: ListParams = {}): URLSearchParams {
  const parameters = new URLSearchParams({
    from_origin: query.origin,
    from_destination: query.destination,
    from_departureDate: query.departureDate,
    from_cabinClass: query.cabinClass,
    from_adults: String(query.adultsCount),
    from_children: String(query.childrenCount),
    from_infants: String(query.infantsCount),
  });
  if (query.returnDate) parameters.set('from_returnDate', query.returnDate);
  for (const [name, value] of Object.entries(list)) parameters.set(`from_${name}`, value);
  return parameters;
}

/** The body of the search call; one-way never sends a return date. (FORM-04) */
export function toSearchRequest({ tripType, returnDate, ...fields }: SearchQuery): SearchRequest {
  return tripType === 'round-trip' && returnDate ? { ...fields, returnDate } : fields;
}
