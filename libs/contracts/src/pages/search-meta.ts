import type { PublicBrand } from '../schemas.ts';
import { checkSearchFields, searchRules } from '../searches/search-rules.ts';
import type { PageMeta } from './page-meta.ts';
import { toFromParams, toSearchParams, type SearchQuery } from './search-query.ts';

/** The name of the city with, or of the airport with, an IATA code; undefined if it is not known. */
export type FindCity = (code: string) => string | undefined;

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** "Dec 5 to 12", "Dec 28 to Jan 4" or "Dec 5". */
function formatDays(from: string, to: string | undefined): string {
  if (!to) return formatDay(from);
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${formatDay(from)} to ${isSameMonth ? Number(to.slice(8)) : formatDay(to)}`;
}

/** Messages by field, of all rules, because the text and the address depend on different fields. */
function findProblems(query: SearchQuery): ReturnType<typeof checkSearchFields> {
  const violations = searchRules.filter(({ isSatisfied }) => !isSatisfied(query));
  return {
    ...Object.fromEntries(violations.map(({ field, message }) => [field, message])),
    ...checkSearchFields(query),
  };
}

const isValid = (query: SearchQuery): boolean => Object.keys(findProblems(query)).length === 0;

/**
 * "from London to New York, Dec 5 to 12", from what is valid in a search, because a URL may contain anything. Without days if
 * one is not valid; undefined without both places.
 */
function describeJourney(query: SearchQuery, findCity: FindCity): string | undefined {
  const { origin, destination, departureDate, returnDate } = query;
  const problems = findProblems(query);
  if (problems.origin || problems.destination) return undefined;
  const route = `from ${findCity(origin) ?? origin} to ${findCity(destination) ?? destination}`;
  if (problems.departureDate || problems.returnDate) return route;
  return `${route}, ${formatDays(departureDate, returnDate)}`;
}

/** Describes the results of a search, also of one that was shared. */
export function getSearchMeta(brand: PublicBrand, query: SearchQuery, findCity: FindCity): PageMeta {
  const journey = describeJourney(query, findCity);
  if (!journey)
    return {
      title: `Flight search - ${brand.name}`,
      description: brand.content.subline,
      canonical: '/search',
    };
  return {
    title: `Flights ${journey} | ${brand.name}`,
    description: `Compare flights ${journey}. ${brand.content.subline}`,
    canonical: isValid(query) ? `/search?${toSearchParams(query).toString()}` : '/search',
  };
}

/** Describes an offer by the search in its URL; the offer itself would need a call. */
export function getOfferMeta(
  brand: PublicBrand,
  offerId: string,
  query: SearchQuery,
  findCity: FindCity,
): PageMeta {
  const path = `/flight/${encodeURIComponent(offerId)}`;
  const journey = describeJourney(query, findCity);
  if (!journey)
    return {
      title: `Flight details - ${brand.name}`,
      description: `Times, fare rules, bags and seats of one flight. ${brand.content.subline}`,
      canonical: path,
    };
  return {
    title: `Flight ${journey} | ${brand.name}`,
    description: `A flight ${journey}: times, fare rules, bags and seats. ${brand.content.subline}`,
    canonical: isValid(query) ? `${path}?${toFromParams(query).toString()}` : path,
  };
}
