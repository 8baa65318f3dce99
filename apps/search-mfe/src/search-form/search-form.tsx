import { Button, lazyWithRetry, Tabs, TabsContent, TabsList, TabsTrigger } from '@fareline/ui-theme';
import Search from 'lucide-react/icons/search';
import { useRef } from 'react';
import { DateFields, type DateFieldsHandle } from './date-fields.tsx';
import type { SearchFormValues, TravellerLimits, TripTab } from './form-values.ts';
import { RouteFields } from './route-fields.tsx';
import { TravellersField } from './travellers-field.tsx';
import { useSearchForm } from './use-search-form.ts';

const CallExperts = lazyWithRetry(() => import('./call-experts.tsx'));

interface SearchFormProps {
  initial: () => SearchFormValues;
  limits: TravellerLimits;
  /** The label of the `phone_call` event of the multi-city message. */
  phoneLabel: string;
  /** Called when the results of the search are opened. */
  onSearched?: () => void;
}

/** The search form: one row from 1024 px, one column on a phone. (FORM, SUPPORT-03 to SUPPORT-09) */
export function SearchForm({ initial, limits, phoneLabel, onSearched }: SearchFormProps) {
  const { values, errors, isSearching, change, submit } = useSearchForm(initial, onSearched);
  const dates = useRef<DateFieldsHandle>(null);
  return (
    <Tabs value={values.tripType} onValueChange={(tripType) => change({ tripType: tripType as TripTab })}>
      <TabsList variant="pill" aria-label="Trip type">
        <TabsTrigger value="round-trip">Round-trip</TabsTrigger>
        <TabsTrigger value="one-way">One-way</TabsTrigger>
        <TabsTrigger value="multi-city">Multi-city</TabsTrigger>
      </TabsList>
      <TabsContent value={values.tripType} tabIndex={-1} className="mt-3 md:mt-4">
        {values.tripType === 'multi-city' ? (
          <CallExperts phoneLabel={phoneLabel} />
        ) : (
          <form className="grid gap-4" noValidate onSubmit={submit} aria-label="Flight search">
            <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-[minmax(0,2.55fr)_minmax(max-content,1.75fr)_minmax(0,1.3fr)_auto] lg:gap-2">
              <RouteFields
                values={values}
                errors={errors}
                onChange={change}
                onFilledInSheets={() => dates.current?.open()}
              />
              <DateFields ref={dates} values={values} errors={errors} onChange={change} />
              <TravellersField values={values} limits={limits} error={errors.travellers} onChange={change} />
              {/* Not `loading`: below the form the results say when they are slow. */}
              <Button
                type="submit"
                size="large"
                className="lg:mt-6.5 lg:min-h-11 lg:px-5"
                aria-busy={isSearching || undefined}
                aria-disabled={isSearching || undefined}
              >
                {isSearching ? null : <Search className="shrink-0 stroke-2" size={20} />}
                {isSearching ? (
                  'Searching...'
                ) : (
                  <span>
                    Search<span className="lg:max-xl:hidden"> flights</span>
                  </span>
                )}
              </Button>
            </div>
          </form>
        )}
      </TabsContent>
    </Tabs>
  );
}
