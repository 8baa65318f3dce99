import type { SearchRequest } from './schemas/search.ts';

export const cabinClasses = ['economy', 'premium_economy', 'business', 'first'] as const;

/** How many travellers one search may have. (D9) */
export const travellerLimits = { adults: 9, children: 9, infants: 9, total: 9 } as const;

/** Page 1 of 30 by POST, later pages of 100 by GET. (D8) */
export const firstPageSize = 30;
export const nextPageSize = 100;

/** The most offers of any page but the first. */
export const maxPageSize = 200;

/** Page 1 with this limit is the whole list in one answer. (D61, LIST-01) */
export const wholeListSize = 5_000;

export const airportCodePattern = /^[A-Za-z]{3}$/;

export const tooManyTravellers = 'At most 9 travellers can be searched for at once';
export const tooManyInfants = 'Each infant needs an adult to travel with';

/** What is said where a field is missing or, for a code, is none. (FORM-17 to FORM-19) */
export const searchSentences = {
  origin: 'Please select an origin airport',
  destination: 'Please select a destination airport',
  departureDate: 'Please select a departure date',
  adultsCount: 'At least 1 adult is required',
} as const;

type Field = keyof SearchRequest;

interface SearchRule {
  field: Field;
  message: string;
  holds: (search: SearchRequest) => boolean;
}

/** (FORM-23) */
export const returnDateRule: SearchRule = {
  field: 'returnDate',
  message: 'Return date must be after departure date',
  holds: ({ returnDate, departureDate }) => !returnDate || returnDate >= departureDate,
};

/** The rules between the fields. (D9, FORM-21, FORM-23, API-34) */
export const searchRules: readonly SearchRule[] = [
  {
    field: 'adultsCount',
    message: tooManyTravellers,
    holds: ({ adultsCount, childrenCount, infantsCount }) =>
      adultsCount + childrenCount + infantsCount <= travellerLimits.total,
  },
  {
    field: 'infantsCount',
    message: tooManyInfants,
    holds: ({ infantsCount, adultsCount }) => infantsCount <= adultsCount,
  },
  {
    field: 'destination',
    message: 'Origin and destination cannot be the same',
    holds: ({ origin, destination }) => origin.toUpperCase() !== destination.toUpperCase(),
  },
  returnDateRule,
];

/** True for a day of the calendar, `yyyy-MM-dd`. (FORM-28) */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

const dayProblem = (day: string | undefined) => (day && !isDay(day) ? 'Invalid input' : undefined);

function countProblem(count: number, most: number, least = 0): string | undefined {
  if (!Number.isInteger(count)) return 'Invalid input';
  if (count < least) return least > 0 ? searchSentences.adultsCount : 'Invalid input';
  return count > most ? tooManyTravellers : undefined;
}

/**
 * What is wrong with a search, field by field, in the words of `searchFieldsSchema` and without what it takes to run one:
 * a first screen that only has to check a form would be half as heavy again. Empty when each field is right by itself.
 */
export function searchFieldProblems(search: SearchRequest): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string | undefined>> = {
    origin: airportCodePattern.test(search.origin) ? undefined : searchSentences.origin,
    destination: airportCodePattern.test(search.destination) ? undefined : searchSentences.destination,
    departureDate: search.departureDate ? dayProblem(search.departureDate) : searchSentences.departureDate,
    returnDate: dayProblem(search.returnDate),
    cabinClass: cabinClasses.includes(search.cabinClass) ? undefined : 'Invalid input',
    adultsCount: countProblem(search.adultsCount, travellerLimits.adults, 1),
    childrenCount: countProblem(search.childrenCount, travellerLimits.children),
    infantsCount: countProblem(search.infantsCount, travellerLimits.infants),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
}

/** The first rule between the fields that a search breaks. */
export const brokenSearchRule = (search: SearchRequest): { field: Field; message: string } | undefined =>
  searchRules.find(({ holds }) => !holds(search));
