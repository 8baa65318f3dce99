import '../styles.css';
import {
  classNames,
  MfeScope,
  Skeleton,
  useAnnounce,
  useBrand,
  useMediaQuery,
  useOnline,
  usePageMeta,
} from '@fareline/ui-theme';
import { useEffect, useState } from 'react';
import { FilterPanel } from '../filters/filter-panel.tsx';
import { useFilters } from '../filters/use-filters.ts';
import { urlProblem } from '../search-query/url-problem.ts';
import { saveLastSearch } from '../search-query/last-search-storage.ts';
import type { SearchQuery } from '../search-query/search-query.ts';
import { FailedSearch } from './failed-search.tsx';
import { InvalidSearch } from './invalid-search.tsx';
import { readPreviousResults } from './previous-results-storage.ts';
import { ResultList } from './result-list.tsx';
import { Searching } from './searching.tsx';
import { SummaryBar } from './summary-bar.tsx';
import { useSearchProgress } from './use-search-progress.ts';
import { searchKey, useFlightSearch } from './use-flight-search.ts';
import { useLoadedBagPrices } from './use-loaded-bag-prices.ts';
import { useListView } from './use-list-view.ts';
import { useSearchUrl } from './use-search-url.ts';
import { useWholeList } from './use-whole-list.ts';

const wideScreen = '(min-width: 1024px)';

/** The results of a search; another search starts with no filters. (RESULTS) */
export function Component() {
  const { query, previousCount } = useSearchUrl();
  const problem = urlProblem(query);
  return (
    <MfeScope name="search">
      {problem ? (
        <InvalidSearch problem={problem} />
      ) : (
        <Results key={searchKey(query)} query={query} previousCount={previousCount} />
      )}
    </MfeScope>
  );
}

function Results({ query, previousCount }: { query: SearchQuery; previousCount: number | undefined }) {
  const { name } = useBrand();
  const search = useFlightSearch(query, previousCount);
  const { view, list, change } = useListView(query);
  const filters = useFilters(view.filters, (filters) => {
    change({ filters });
    // Another selection is read from its beginning, however far down the one before was read.
    window.scrollTo({ top: 0 });
  });
  const online = useOnline();
  const progress = useSearchProgress(query, search.searching);
  const isWide = useMediaQuery(wideScreen);
  const { error, searching } = search;
  const { comparison, compareAll } = useWholeList(query, search.results);
  const offers = useLoadedBagPrices(search.results?.offers);
  const results = search.results && offers && { ...search.results, offers };
  const [earlier] = useState(() => readPreviousResults(searchKey(query)));
  usePageMeta({ title: `${query.origin} to ${query.destination} flights - ${name}` });
  useAnnounce(searching ? 'Searching' : '');
  useEffect(() => saveLastSearch(query), [query]);

  const filterable =
    !searching && !error && results && results.offers.length > 0 ? results.offers : undefined;

  return (
    <>
      <SummaryBar query={query} searching={searching} onRefresh={search.refresh} />
      <div
        className={classNames(
          'mx-auto grid max-w-7xl items-start gap-6 px-4 py-6 md:px-6',
          (searching || filterable) &&
            'lg:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1fr)]',
        )}
      >
        {searching && <Skeleton className="h-128 max-lg:hidden" />}
        {isWide && filterable && (
          <FilterPanel
            offers={filterable}
            isWhole={comparison === 'all'}
            filters={filters}
            withBag={view.withBag}
          />
        )}
        <div className="min-w-0">
          {searching ? (
            <Searching
              query={query}
              early={results?.offers ?? earlier}
              progress={progress}
              busy={search.busy}
            />
          ) : !results || (error && online) ? (
            <FailedSearch message={error?.message} online={online} />
          ) : (
            <ResultList
              query={query}
              results={results}
              comparison={comparison}
              onCompareAll={compareAll}
              receivedAt={search.receivedAt}
              online={online}
              onRefresh={search.refresh}
              filters={filters}
              view={view}
              list={list}
              onView={change}
              isWide={isWide}
              onReplace={search.replace}
              onFirstPage={search.backToFirstPage}
            />
          )}
        </div>
      </div>
    </>
  );
}
