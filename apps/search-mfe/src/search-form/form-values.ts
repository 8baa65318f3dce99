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

/** Upper limits of the counters on the home page. (FORM-13, FORM-14) */
export const homeLimits: TravellerLimits = { adults: 9, children: 8, infants: 4 };

/** Upper limits of the counters on the support page. (SUPPORT-05) */
export const supportLimits: TravellerLimits = { adults: 9, children: 9, infants: 5 };

/** Today and a week later; no dates in prerendered HTML, which is shown on later days. */
function getDefaultDates(): Pick<SearchFormValues, 'departureDate' | 'returnDate'> {
  if (typeof window === 'undefined') return { departureDate: undefined, returnDate: undefined };
  const departureDate = today();
  return { departureDate, returnDate: addDays(departureDate, 7) };
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

/** The form values of a search to modify; dates in the past are replaced by the defaults. */
export function toFormValues({ departureDate, returnDate, ...query }: SearchQuery): SearchFormValues {
  const defaults = emptyForm(query.tripType);
  if (departureDate < defaults.departureDate!) return { ...defaults, ...query };
  return { ...query, departureDate, returnDate };
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
