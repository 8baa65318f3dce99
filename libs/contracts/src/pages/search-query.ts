import type { CabinClass } from '../schemas.ts';
import { cabinClasses } from '../searches/search-rules.ts';

export type TripType = 'round-trip' | 'one-way';

/** A search as parsed from the URL of the results page; origin, destination and departure date may be empty. */
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

const travellerNames = {
  adultsCount: ['adultsCount', 'adults'],
  childrenCount: ['childrenCount', 'children'],
  infantsCount: ['infantsCount', 'infants'],
} as const;

function parseCount(text: string | undefined, fallback: number): number {
  return text?.match(/^\d{1,9}$/) ? Number(text) : fallback;
}

/** Parses the search in the URL of a page, whose names may have the prefix `from_`. (RESULTS-01 to RESULTS-05) */
export function parseSearchQuery(searchParams: URLSearchParams): SearchQuery {
  const read = (...names: string[]) => {
    for (const name of names) {
      const value = searchParams.get(name) || searchParams.get(`from_${name}`);
      if (value) return value;
    }
    return undefined;
  };
  const returnDate = read('returnDate');
  const requestedType = read('tripType');
  const tripType =
    requestedType === 'one-way' || requestedType === 'round-trip'
      ? requestedType
      : returnDate
        ? 'round-trip'
        : 'one-way';
  const cabin = read('cabinClass');
  return {
    origin: (read('origin') ?? '').toUpperCase(),
    destination: (read('destination') ?? '').toUpperCase(),
    departureDate: read('departureDate') ?? '',
    ...(tripType === 'round-trip' && returnDate ? { returnDate } : {}),
    cabinClass: cabinClasses.find((known) => known === cabin) ?? 'economy',
    adultsCount: parseCount(read(...travellerNames.adultsCount), 1),
    childrenCount: parseCount(read(...travellerNames.childrenCount), 0),
    infantsCount: parseCount(read(...travellerNames.infantsCount), 0),
    tripType,
  };
}

/** The URL parameters of a search, in the form that this site writes. (FORM-26 to FORM-28, RESULTS-07) */
export function toSearchParams(query: SearchQuery): URLSearchParams {
  const searchParams = new URLSearchParams({
    origin: query.origin,
    destination: query.destination,
    departureDate: query.departureDate,
    cabinClass: query.cabinClass,
    adultsCount: String(query.adultsCount),
    childrenCount: String(query.childrenCount),
    infantsCount: String(query.infantsCount),
    tripType: query.tripType,
  });
  if (query.tripType === 'round-trip' && query.returnDate) searchParams.set('returnDate', query.returnDate);
  return searchParams;
}

/** The search with the prefix `from_`, for the URL of a page that leads back to it. (CARD-08) */
export function toFromParams(query: SearchQuery): URLSearchParams {
  const searchParams = new URLSearchParams({
    from_origin: query.origin,
    from_destination: query.destination,
    from_departureDate: query.departureDate,
    from_cabinClass: query.cabinClass,
    from_adults: String(query.adultsCount),
    from_children: String(query.childrenCount),
    from_infants: String(query.infantsCount),
  });
  if (query.returnDate) searchParams.set('from_returnDate', query.returnDate);
  return searchParams;
}
