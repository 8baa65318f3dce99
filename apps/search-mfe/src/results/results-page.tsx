import '../styles.css';
import { getSearchMeta } from '@fareline/contracts/pages';
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
import { useEffect, useMemo, useState } from 'react';
import { useFindCity } from '../airports/use-find-city.ts';
import { useAlternativePrices } from '../dates/alternative-price-queries.ts';
import { OtherPrices } from '../dates/lazy-other-prices.ts';
import { getFilterOptions } from '../filters/filter-options.ts';
import { FilterPanel } from '../filters/filter-panel.tsx';
import { useFilters } from '../filters/use-filters.ts';
import { groupItineraries } from '../offers/itineraries.ts';
import { getFailureText } from '../offers/request-failure.ts';
import { urlProblem } from '../search-query/url-problem.ts';
import { saveLastSearch } from '../search-query/last-search-storage.ts';
import type { SearchQuery } from '../search-query/search-query.ts';
import { FailedSearch } from './empty/failed-search.tsx';
import { InvalidSearch } from './empty/invalid-search.tsx';
import { mergeOffers } from './list/merge-offers.ts';
import { readPreviousResults } from './progress/previous-results-storage.ts';
import { ResultList } from './list/result-list.tsx';
import { Searching } from './progress/searching.tsx';
import { resultsId, SkipToResults } from './skip-to-results.tsx';
import { SummaryBar } from './header/summary-bar.tsx';
import { useSearchProgress } from './progress/use-search-progress.ts';
import { searchFailureFallback } from './empty/search-failure.ts';
import { searchKey } from './progress/search-queries.ts';
import { useFlightSearch } from './progress/use-flight-search.ts';
import { useLoadedBagPrices } from './list/use-loaded-bag-prices.ts';
import { useListView } from './list/use-list-view.ts';
import { useSearchUrl } from './use-search-url.ts';
import { useWholeList } from './list/use-whole-list.ts';

const wideScreen = '(min-width: 1024px)';

/** The results page; the key remounts it for another search, which starts without filters. (RESULTS) */
export function Component() {
  const { query, previousCount } = useSearchUrl();
  const brand = useBrand();
  const findCity = useFindCity();
  usePageMeta(findCity && getSearchMeta(brand, query, findCity));
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

interface ResultsProps {
  query: SearchQuery;
  previousCount: number | undefined;
}

function Results({ previousCount, ...props }: ResultsProps) {
  // The object of the first URL: those of later ones are equal.
  const [query] = useState(props.query);
  const search = useFlightSearch(query, previousCount);
  // Requested with the search, so that nothing moves after the list is shown.
  useAlternativePrices(query);
  const { view, list, change } = useListView(query);
  const filters = useFilters(view.filters, (filters) => {
    // Changed filters show the list from its top.
    window.scrollTo({ top: 0 });
    change({ filters });
  });
  const isOnline = useOnline();
  const progress = useSearchProgress(query, search.isSearching);
  const isWide = useMediaQuery(wideScreen);
  const { error, isSearching } = search;
  const wholeList = useWholeList(query, search.results);
  const offers = useLoadedBagPrices(search.results?.offers);
  const results = search.results && offers && { ...search.results, offers };
  const [previousOffers] = useState(() => readPreviousResults(searchKey(query)));
  useAnnounce(isSearching ? 'Searching' : '');
  useEffect(() => saveLastSearch(query), [query]);
  useEffect(() => OtherPrices.preload(), []);

  const { withBag } = view;
  const medianEmissions = results?.facts?.median_emissions_kg;
  const itineraries = useMemo(() => groupItineraries(mergeOffers([], offers ?? [])), [offers]);
  const options = useMemo(() => getFilterOptions(itineraries), [itineraries]);
  const filterable = useMemo(
    () => ({ itineraries, options, isWhole: wholeList.status === 'complete', withBag, medianEmissions }),
    [itineraries, options, wholeList.status, withBag, medianEmissions],
  );
  const isFilterable = !isSearching && !error && itineraries.length > 0;

  return (
    <>
      <SkipToResults />
      <SummaryBar query={query} isSearching={isSearching} onRefresh={search.refresh} />
      <div
        className={classNames(
          'page-width grid items-start gap-6 py-2',
          (isSearching || isFilterable) && 'lg:grid-cols-[16rem_minmax(0,1fr)]',
        )}
      >
        {isSearching && <Skeleton className="h-128 max-lg:hidden" />}
        {isWide && isFilterable && <FilterPanel list={filterable} filters={filters} />}
        <section id={resultsId} aria-label="Results" tabIndex={-1} className="min-w-0 outline-none">
          {isSearching ? (
            <Searching
              query={query}
              previousOffers={results?.offers ?? previousOffers}
              progress={progress}
              retry={search.retry}
            />
          ) : !results || (error && isOnline) ? (
            <FailedSearch
              message={error ? getFailureText(error, searchFailureFallback) : undefined}
              isOnline={isOnline}
            />
          ) : (
            <ResultList
              query={query}
              results={results}
              wholeListStatus={wholeList.status}
              onRetryWholeList={wholeList.retry}
              receivedAt={search.receivedAt}
              isOnline={isOnline}
              onRefresh={search.refresh}
              filters={filters}
              filterable={filterable}
              view={view}
              list={list}
              onViewChange={change}
              isWide={isWide}
              onUpdateResults={search.updateResults}
              onFirstPage={search.showFirstPage}
            />
          )}
        </section>
      </div>
    </>
  );
}
