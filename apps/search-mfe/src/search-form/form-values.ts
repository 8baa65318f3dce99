import { checkSearchFields, type CabinClass } from '@fareline/contracts';
import { addDays, daysBetween, today } from '@fareline/presentation/formats';
import { toSearchRequest, type SearchQuery, type TripType } from '../search-query/search-query.ts';

export type TripTab = TripType | 'multi-city';

export interface SearchFormValues {
  tripType: TripTab;
  origin: string;
  destination: string;
  departureDate: string | undefined;
  returnDate: string | undefined;
  cabinClass: CabinClass;
  adultsCount: number;
  childrenCount: number;
  infantsCount: number;
}

export interface TravellerLimits {
  adults: number;
  children: number;
  infants: number;
}

/** Upper limits of the counters on the home page. (FORM-13, FORM-14) */
export const homeLimits: TravellerLimits = { adults: 9, children: 8, infants: 4 };

/** Upper limits of the counters on the support page. (SUPPORT-05) */
export const supportLimits: TravellerLimits = { adults: 9, children: 9, infants: 5 };

/** Length of the default trip in days. (FORM-07) */
const defaultTripDays = 7;

/** Today and a week later; no dates in prerendered HTML, which is shown on later days. */
function getDefaultDates(): Pick<SearchFormValues, 'departureDate' | 'returnDate'> {
  if (typeof window === 'undefined') return { departureDate: undefined, returnDate: undefined };
  const departureDate = today();
  return { departureDate, returnDate: addDays(departureDate, defaultTripDays) };
}

/** The default form: one adult, departure today and return a week later. (FORM-07, FORM-12) */
export function emptyForm(tripType: TripType): SearchFormValues {
  return {
    tripType,
    origin: '',
    destination: '',
    ...getDefaultDates(),
    cabinClass: 'economy',
    adultsCount: 1,
    childrenCount: 0,
    infantsCount: 0,
  };
}

type TripDates = Partial<Pick<SearchFormValues, 'departureDate' | 'returnDate'>>;

/** The return date after the departure has become `departureDate`: the trip keeps its length, so it is never before the departure. */
export function moveReturnDate(before: TripDates, departureDate: string | undefined): string | undefined {
  if (!before.returnDate || !departureDate) return before.returnDate;
  const days = before.departureDate ? daysBetween(before.departureDate, before.returnDate) : -1;
  if (days >= 0) return addDays(departureDate, days);
  return before.returnDate >= departureDate ? before.returnDate : addDays(departureDate, defaultTripDays);
}

/** The form values of a search to modify. A trip in the past starts today, with the same length; invalid dates are replaced. */
export function toFormValues(query: SearchQuery): SearchFormValues {
  const problems = checkSearchFields(toSearchRequest(query));
  if (problems.departureDate || problems.returnDate) return { ...query, ...getDefaultDates() };
  const { departureDate, returnDate } = query;
  const start = departureDate < today() ? today() : departureDate;
  return { ...query, departureDate: start, returnDate: moveReturnDate({ departureDate, returnDate }, start) };
}

/** The search of a valid form, without a return date for one-way. (FORM-04, FORM-27) */
export function toSearchQuery(values: SearchFormValues): SearchQuery {
  const tripType = values.tripType === 'one-way' ? 'one-way' : 'round-trip';
  return {
    origin: values.origin.toUpperCase(),
    destination: values.destination.toUpperCase(),
    departureDate: values.departureDate ?? '',
    ...(tripType === 'round-trip' && values.returnDate ? { returnDate: values.returnDate } : {}),
    cabinClass: values.cabinClass,
    adultsCount: values.adultsCount,
    childrenCount: values.childrenCount,
    infantsCount: values.infantsCount,
    tripType,
  };
}
