import {
  Button,
  classNames,
  ErrorState,
  MfeScope,
  Skeleton,
  useAnnounce,
  useBrand,
  useMediaQuery,
  usePageMeta,
} from '@fareline/ui-theme';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { FilterPanel } from '../filters/filter-panel.tsx';
import { useFilters } from '../filters/use-filters.ts';
import { saveLastSearch } from '../search-query/last-search-storage.ts';
import type { SearchQuery } from '../search-query/search-query.ts';
import { readPreviousResults } from './previous-results-storage.ts';
import { ResultList } from './result-list.tsx';
import { Searching } from './searching.tsx';
import { SummaryBar } from './summary-bar.tsx';
import { searchKey, useFlightSearch } from './use-flight-search.ts';
import { useListView } from './use-list-view.ts';
import { useSearchAddress } from './use-search-address.ts';

const wideScreen = '(min-width: 1024px)';

/** The results of a search; another search starts with no filters. (RESULTS) */
export function Component() {
  const { query, previousCount } = useSearchAddress();
  return (
    <MfeScope name="search">
      <Results key={searchKey(query)} query={query} previousCount={previousCount} />
    </MfeScope>
  );
}

function Results({ query, previousCount }: { query: SearchQuery; previousCount: number | undefined }) {
  const { name } = useBrand();
  const search = useFlightSearch(query, previousCount);
  const { view, list, change } = useListView(query);
  const filters = useFilters(view.filters, (filters) => change({ filters }));
  const isWide = useMediaQuery(wideScreen);
  const { results, error, searching } = search;
  const [earlier] = useState(() => readPreviousResults(searchKey(query)));
  const isNamed = Boolean(query.origin && query.destination);
  const journey = isNamed ? `${query.origin} to ${query.destination} flights` : 'Flight search';
  usePageMeta({ title: `${journey} - ${name}` });
  useAnnounce(searching ? 'Searching' : '');
  useEffect(() => saveLastSearch(query), [query]);

  const filterable =
    !searching && !error && results && results.offers.length > 0 ? results.offers : undefined;

  return (
    <>
      {isNamed && <SummaryBar query={query} searching={searching} onRefresh={search.refresh} />}
      <div
        className={classNames(
          'mx-auto grid max-w-7xl items-start gap-6 px-4 py-6 md:px-6',
          (searching || filterable) &&
            'lg:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1fr)]',
        )}
      >
        {searching && <Skeleton className="h-128 max-lg:hidden" />}
        {isWide && filterable && <FilterPanel offers={filterable} filters={filters} />}
        <div className="min-w-0">
          {searching ? (
            <Searching query={query} early={results?.offers ?? earlier} busy={search.busy} />
          ) : error ? (
            <ErrorState
              level={1}
              title="Error Loading Flights"
              text={error.message || 'An unknown error occurred'}
              action={
                <>
                  <Button onClick={() => window.location.reload()}>Try Again</Button>
                  <Button variant="secondary" asChild>
                    <Link to="/">New Search</Link>
                  </Button>
                </>
              }
            />
          ) : (
            results && (
              <ResultList
                query={query}
                results={results}
                filters={filters}
                view={view}
                list={list}
                onView={change}
                isWide={isWide}
                onReplace={search.replace}
                onFirstPage={search.backToFirstPage}
              />
            )
          )}
        </div>
      </div>
    </>
  );
}
