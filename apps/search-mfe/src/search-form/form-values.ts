import type { CabinClass } from '@fareline/contracts';
import { addDays, today } from '@fareline/ui-theme';
import type { SearchQuery, TripType } from '../search-query/search-query.ts';

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

/** How far the counters of the home page go. (FORM-13, FORM-14) */
export const homeLimits: TravellerLimits = { adults: 9, children: 8, infants: 4 };

/** How far the counters of the support page go. (SUPPORT-05) */
export const supportLimits: TravellerLimits = { adults: 9, children: 9, infants: 5 };

/** Today and a week later. Without days where a release is drawn ahead of the day that it is looked at. */
function firstDays(): Pick<SearchFormValues, 'departureDate' | 'returnDate'> {
  if (typeof window === 'undefined') return { departureDate: undefined, returnDate: undefined };
  const departureDate = today();
  return { departureDate, returnDate: addDays(departureDate, 7) };
}

/** An untouched form: one adult, today and a week later. (FORM-07, FORM-12) */
export function emptyForm(tripType: TripType): SearchFormValues {
  return {
    tripType,
    origin: '',
    destination: '',
    ...firstDays(),
    cabinClass: 'economy',
    adultsCount: 1,
    childrenCount: 0,
    infantsCount: 0,
  };
}

/** The form of a search that is to be changed; days that are over count as not chosen. */
export function toFormValues({ departureDate, returnDate, ...query }: SearchQuery): SearchFormValues {
  const untouched = emptyForm(query.tripType);
  if (departureDate < untouched.departureDate!) return { ...untouched, ...query };
  return { ...query, departureDate, returnDate };
}

/** The search that a valid form asks for; one-way forgets the return date. (FORM-04, FORM-27) */
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
