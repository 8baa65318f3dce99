import { focusFirstInvalid, toast, track } from '@fareline/ui-theme';
import { useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { findSharedCity } from '../airports/load-airports.ts';
import { saveLastSearch } from '../search-query/last-search-storage.ts';
import { toModifyState } from '../search-query/modify-state.ts';
import { searchUrl, type SearchQuery } from '../search-query/search-query.ts';
import { saveTripType } from '../search-query/trip-type-storage.ts';
import { validateSearch, type FieldErrors } from './validate-search.ts';
import { moveReturnDate, toSearchQuery, type SearchFormValues } from './form-values.ts';

/** The field whose error is cleared when a value changes. */
const errorFields: Partial<Record<keyof SearchFormValues, keyof FieldErrors>> = {
  origin: 'origin',
  destination: 'destination',
  departureDate: 'departureDate',
  returnDate: 'returnDate',
  adultsCount: 'travellers',
  childrenCount: 'travellers',
  infantsCount: 'travellers',
};

/** Moves the return along with a new departure. */
const applyChanges = (before: SearchFormValues, changes: Partial<SearchFormValues>): SearchFormValues => ({
  ...before,
  ...('departureDate' in changes && { returnDate: moveReturnDate(before, changes.departureDate) }),
  ...changes,
});

function trackSearch(query: SearchQuery): void {
  const label = `${query.origin}_to_${query.destination}_${query.tripType}`;
  track({ category: 'search', action: 'flight_search', label });
}

/** State and submit of a search form. (FORM-21 to FORM-28, TRACK-04) */
export function useSearchForm(initial: () => SearchFormValues, onSearched?: () => void) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSearching, setSearching] = useState(false);
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();

  function change(changes: Partial<SearchFormValues>) {
    setValues((before) => applyChanges(before, changes));
    const names = Object.keys({ ...changes, ...('departureDate' in changes && { returnDate: '' }) });
    const fields = names.map((name) => errorFields[name as keyof SearchFormValues]);
    setErrors((before) => ({ ...before, ...Object.fromEntries(fields.map((field) => [field, undefined])) }));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const validation = validateSearch(values);
    setErrors(validation.ok ? {} : validation.fields);
    if (!validation.ok) {
      if (validation.toast) toast({ title: validation.toast, variant: 'destructive' });
      focusFirstInvalid(form);
      return;
    }
    const query = toSearchQuery(values);
    setSearching(true);
    const city = await findSharedCity(query.origin, query.destination);
    if (city) {
      const message = `Both airports are in ${city}. Please choose another destination.`;
      setErrors({ destination: message });
      setSearching(false);
      toast({ title: message, variant: 'destructive' });
      focusFirstInvalid(form);
      return;
    }
    try {
      saveTripType(query.tripType);
      saveLastSearch(query);
      trackSearch(query);
      // Back finds the form as it was sent.
      const here = { replace: true, preventScrollReset: true };
      await navigate({ pathname, search }, { ...here, state: { ...Object(state), ...toModifyState(query) } });
      await navigate(searchUrl(query));
      onSearched?.();
    } catch (error) {
      console.error('The search could not be started', error);
      toast({ title: 'Search failed', description: 'Please try again later.', variant: 'destructive' });
    } finally {
      setSearching(false);
    }
  }

  return { values, errors, isSearching, change, submit };
}
