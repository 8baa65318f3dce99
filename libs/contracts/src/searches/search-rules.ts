export const cabinClasses = ['economy', 'premium_economy', 'business', 'first'] as const;

/** Maximum numbers of travellers of one search. (FORM-13 to FORM-15) */
export const travellerLimits = { adults: 9, children: 9, infants: 9, total: 9 } as const;

/** Page 1 of 30 by POST, later pages of 100 by GET. (RESULTS-16) */
export const firstPageSize = 30;
export const nextPageSize = 100;

/** Maximum number of offers on every page but the first. */
export const maxPageSize = 200;

/** Page 1 with this limit returns the whole list in one response. (LIST-01) */
export const wholeListSize = 5_000;

/** Prices of other days are those of up to a week before and after the departure; in days from it, ascending. */
export const alternativeDayOffsets: readonly number[] = Array.from({ length: 15 }, (_, index) => index - 7);

export const airportCodePattern = /^[A-Za-z]{3}$/;

export const tooManyTravellersMessage = 'At most 9 travellers can be searched for at once';
export const tooManyInfantsMessage = 'Each infant needs an adult to travel with';

/** Messages for missing fields and invalid airport codes. (FORM-17 to FORM-19) */
export const searchMessages = {
  origin: 'Please select an origin airport',
  destination: 'Please select a destination airport',
  departureDate: 'Please select a departure date',
  adultsCount: 'At least 1 adult is required',
} as const;

/** A validated search; `searchRequestSchema` returns it. */
export type SearchRequest = {
  origin: string;
  destination: string;
  departureDate: string;
  returnDate?: string | undefined;
  cabinClass: (typeof cabinClasses)[number];
  adultsCount: number;
  childrenCount: number;
  infantsCount: number;
};

type Field = keyof SearchRequest;

interface SearchRule {
  field: Field;
  message: string;
  isSatisfied: (search: SearchRequest) => boolean;
}

/** (FORM-23) */
export const returnDateRule: SearchRule = {
  field: 'returnDate',
  message: 'Return date must be after departure date',
  isSatisfied: ({ returnDate, departureDate }) => !returnDate || returnDate >= departureDate,
};

/** Cross-field rules. (FORM-21, FORM-23, API-34) */
export const searchRules: readonly SearchRule[] = [
  {
    field: 'adultsCount',
    message: tooManyTravellersMessage,
    isSatisfied: ({ adultsCount, childrenCount, infantsCount }) =>
      adultsCount + childrenCount + infantsCount <= travellerLimits.total,
  },
  {
    field: 'infantsCount',
    message: tooManyInfantsMessage,
    isSatisfied: ({ infantsCount, adultsCount }) => infantsCount <= adultsCount,
  },
  {
    field: 'destination',
    message: 'Origin and destination cannot be the same',
    isSatisfied: ({ origin, destination }) => origin.toUpperCase() !== destination.toUpperCase(),
  },
  returnDateRule,
];

/** True for an existing calendar day in the form `yyyy-MM-dd`. (FORM-28) */
function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

const checkDay = (day: string | undefined) => (day && !isCalendarDay(day) ? 'Invalid input' : undefined);

function checkCount(count: number, max: number, min = 0): string | undefined {
  if (!Number.isInteger(count)) return 'Invalid input';
  if (count < min) return min > 0 ? searchMessages.adultsCount : 'Invalid input';
  return count > max ? tooManyTravellersMessage : undefined;
}

/**
 * Error messages by field, the same as those of `searchFieldsSchema`; empty if every field is valid by itself. Written
 * without zod, which would add half to the size of the first screen.
 */
export function checkSearchFields(search: SearchRequest): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string | undefined>> = {
    origin: airportCodePattern.test(search.origin) ? undefined : searchMessages.origin,
    destination: airportCodePattern.test(search.destination) ? undefined : searchMessages.destination,
    departureDate: search.departureDate ? checkDay(search.departureDate) : searchMessages.departureDate,
    returnDate: checkDay(search.returnDate),
    cabinClass: cabinClasses.includes(search.cabinClass) ? undefined : 'Invalid input',
    adultsCount: checkCount(search.adultsCount, travellerLimits.adults, 1),
    childrenCount: checkCount(search.childrenCount, travellerLimits.children),
    infantsCount: checkCount(search.infantsCount, travellerLimits.infants),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
}

/** The first cross-field rule that a search violates. */
export const checkSearchRules = (search: SearchRequest): { field: Field; message: string } | undefined =>
  searchRules.find(({ isSatisfied }) => !isSatisfied(search));
