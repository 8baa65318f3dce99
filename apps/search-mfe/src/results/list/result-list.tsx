import { firstPageSize, type CheckedBag } from '@fareline/contracts';
import { Button, EmptyState, useAnnounce, useMediaQuery } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import Plane from 'lucide-react/icons/plane';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { useFindCity } from '../../airports/use-find-city.ts';
import { EmptyListChoices, OtherPrices } from '../../dates/lazy-other-prices.ts';
import { ActiveFilters } from '../../filters/active-filters.tsx';
import { countActiveFilters } from '../../filters/filter-groups.ts';
import { FilterSheetButton } from '../../filters/filter-sheet-button.tsx';
import { NoMatchingFlights } from '../../filters/no-matching-flights.tsx';
import type { FilterableList } from '../../filters/use-filter-data.ts';
import type { FilterState } from '../../filters/use-filters.ts';
import { aboveMobile } from '../../media-queries.ts';
import { OfferCardSkeleton } from '../card/offer-card-skeleton.tsx';
import { ItineraryCard } from '../card/itinerary-card.tsx';
import { isExpired } from '../../offers/offer-properties.ts';
import { getFailureText } from '../../offers/request-failure.ts';
import type { ListParams } from '../../search-query/list-params.ts';
import type { SearchQuery } from '../../search-query/search-query.ts';
import { VirtualList } from './virtual-list.tsx';
import { ListChips } from '../header/list-chips.tsx';
import { ListFacts } from '../header/list-facts.tsx';
import { ListHeader } from '../header/list-header.tsx';
import { PriceRange } from '../header/price-range.tsx';
import { formatCounts } from '../header/count-flights.ts';
import { filterItineraries } from './filter-itineraries.ts';
import type { SearchResults } from './merge-offers.ts';
import {
  bestDescription,
  defaultOrder,
  getFirstOfOrders,
  getSortBaseline,
  getTabsByKey,
  sortItineraries,
  type SortOrder,
} from './sort-itineraries.ts';
import { searchFailureFallback } from '../empty/search-failure.ts';
import { searchKey, searchQueryOptions } from '../progress/search-queries.ts';
import type { ListView } from './use-list-view.ts';
import { PartialComparisonAlert } from './partial-comparison-alert.tsx';
import { StalePrices } from './stale-prices.tsx';
import { useLoadMore } from './use-load-more.ts';
import { useNow } from './use-now.ts';
import type { WholeListStatus } from './use-whole-list.ts';

interface ResultListProps {
  query: SearchQuery;
  results: SearchResults;
  wholeListStatus: WholeListStatus;
  onRetryWholeList: () => void;
  receivedAt: number;
  isOnline: boolean;
  onRefresh: () => void;
  filters: FilterState;
  filterable: FilterableList;
  view: ListView;
  /** The view as URL parameters. */
  list: ListParams;
  onViewChange: (changes: Partial<ListView>) => void;
  /** Whether the filters are shown in a column beside the list. */
  isWide: boolean;
  onUpdateResults: (updater: (results: SearchResults) => SearchResults) => void;
  onFirstPage: () => void;
}

const replacedMessage = 'The airlines have new prices, so the list was renewed.';

/** The itineraries of a search with counts, price range, sort order and Load More. (RESULTS-12 to RESULTS-21) */
export function ResultList({
  query,
  results,
  wholeListStatus,
  onRetryWholeList,
  receivedAt,
  isOnline,
  onRefresh,
  filters,
  filterable,
  view: { order, withBag },
  list,
  onViewChange,
  isWide,
  onUpdateResults,
  onFirstPage,
}: ResultListProps) {
  const client = useQueryClient();
  const findCity = useFindCity();
  const loadMore = useLoadMore(query, results, onUpdateResults);
  const now = useNow(30_000);
  // An offer that had ended when the service returned it; the service decides when it is opened.
  const isClockAhead = useMemo(
    () => results.offers.some((offer) => isExpired(offer, receivedAt)),
    [results.offers, receivedAt],
  );
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isPhone = !useMediaQuery(aboveMobile);
  const { itineraries } = filterable;
  const baseline = useMemo(
    () => getSortBaseline(itineraries, withBag, results.facts?.shortest_minutes),
    [itineraries, withBag, results.facts],
  );
  const filtered = useMemo(
    () => filterItineraries(itineraries, filters.applied, filterable),
    [itineraries, filters.applied, filterable],
  );
  const matching = useMemo(() => sortItineraries(filtered, order, baseline), [filtered, order, baseline]);
  const shown = useMemo(() => matching.slice(0, results.maxCards), [matching, results.maxCards]);
  const isFiltered = countActiveFilters(filters.applied) > 0;
  const isWhole = wholeListStatus === 'complete';
  const firsts = useMemo(
    () => (isWhole ? getFirstOfOrders(filtered, baseline) : undefined),
    [isWhole, filtered, baseline],
  );
  // Of a single flight the words would say nothing.
  const tabsByKey = useMemo(
    () => (firsts && filtered.length > 1 ? getTabsByKey(firsts) : undefined),
    [firsts, filtered],
  );
  const { heading, fareCount, announcement } = formatCounts({
    ...{ matching, itineraries, results },
    ...{ isFiltered, wholeListStatus },
  });
  const isFilteredOrSorted = isFiltered || withBag || order !== defaultOrder;
  useAnnounce(results.isReplacement ? `${replacedMessage} ${announcement}` : announcement);

  const onBagPriceLoaded = useCallback(
    (id: string, checked_bag: CheckedBag) =>
      onUpdateResults((before) => ({
        ...before,
        offers: before.offers.map((offer) => (offer.id === id ? { ...offer, checked_bag } : offer)),
      })),
    [onUpdateResults],
  );

  const focusHeading = () => headingRef.current?.focus({ preventScroll: true });
  const showFirstPage = () => {
    onFirstPage();
    window.scrollTo({ top: 0 });
    focusHeading();
  };

  if (itineraries.length === 0) {
    return (
      <>
        <EmptyState
          level={1}
          icon={Plane}
          title="No Flights Found"
          text="Try adjusting your search criteria or filters"
          action={
            <Button asChild>
              <Link to="/">New Search</Link>
            </Button>
          }
        />
        <EmptyListChoices query={query} now={now} />
      </>
    );
  }
  const view = {
    order,
    withBag,
    onOrderChange: (next: SortOrder) => onViewChange({ order: next }),
    onWithBagChange: (next: boolean) => onViewChange({ withBag: next }),
  };
  const facts = {
    heading,
    fareCount,
    priceRange: (
      <PriceRange
        itineraries={itineraries}
        isWhole={isWhole}
        withBag={withBag}
        progressText={
          isFilteredOrSorted && wholeListStatus === 'loading'
            ? `Compared so far: the ${results.offers.length} cheapest fares. The others are on their way.`
            : undefined
        }
      />
    ),
    otherPrices: results.offers[0] && (
      <OtherPrices
        fallback={<div className="h-6" />}
        slowFallback={null}
        query={query}
        list={list}
        cheapest={results.offers[0]}
        now={now}
        searchDay={(day) => client.fetchQuery({ ...searchQueryOptions(day), retry: false })}
        hasNoFlights={(day) => client.getQueryData(searchQueryOptions(day).queryKey)?.offers.length === 0}
      />
    ),
  };
  const activeFilters = (
    <ActiveFilters
      options={filterable.options}
      filters={filters}
      onFocusHeading={focusHeading}
      isBelowCards={isPhone}
    />
  );
  const inset = isPhone && <ListFacts {...facts}>{activeFilters}</ListFacts>;
  return (
    <div className="grid gap-3">
      {!isOnline && (
        <Alert>You are offline. What is asked for is fetched by itself when the connection is back.</Alert>
      )}
      {results.isReplacement && <Alert role="note">{replacedMessage}</Alert>}
      <StalePrices
        results={results}
        receivedAt={receivedAt}
        now={now}
        isClockAhead={isClockAhead}
        onRefresh={onRefresh}
      />
      {isPhone ? (
        <>
          <h1 ref={headingRef} className="sr-only" tabIndex={-1}>
            {heading}
          </h1>
          <ListChips list={filterable} filters={filters} {...view} />
        </>
      ) : (
        <ListHeader headingRef={headingRef} firsts={firsts} {...facts} {...view}>
          {!isWide && <FilterSheetButton list={filterable} filters={filters} />}
        </ListHeader>
      )}
      {!isPhone && activeFilters}
      {isFilteredOrSorted && wholeListStatus === 'failed' && (
        <PartialComparisonAlert
          compared={results.offers.length}
          total={results.total}
          onRetry={onRetryWholeList}
        />
      )}
      {shown.length === 0 && wholeListStatus === 'loading' ? (
        <OfferCardSkeleton rows={query.returnDate ? 2 : 1} />
      ) : shown.length === 0 ? (
        <NoMatchingFlights list={filterable} filters={filters} onFocusHeading={focusHeading} />
      ) : (
        <VirtualList name={searchKey(query)} itineraries={shown} inset={inset}>
          {(itinerary) => (
            <ItineraryCard
              itinerary={itinerary}
              query={query}
              list={list}
              now={isClockAhead ? 0 : now}
              withBag={withBag}
              medianEmissions={results.facts?.median_emissions_kg}
              findCity={findCity}
              firstIn={tabsByKey?.get(itinerary.key)}
              onBagPriceLoaded={onBagPriceLoaded}
            />
          )}
        </VirtualList>
      )}
      {shown.length === 0 && inset}
      {/* Below the list, so that the order does not move it. */}
      {order === 'best' && <p className="text-small text-text-muted">{bestDescription}</p>}
      {loadMore.isBusy && !isOnline && (
        <Alert>You are offline. More flights come by themselves when the connection is back.</Alert>
      )}
      {loadMore.error && (
        <Alert variant="destructive" title="More flights could not be loaded">
          {getFailureText(loadMore.error, searchFailureFallback)}
        </Alert>
      )}
      <div className="flex flex-wrap justify-center gap-3 py-2">
        {(shown.length < matching.length || !isWhole) && (
          <Button variant="secondary" loading={loadMore.isBusy} onClick={loadMore.loadMore}>
            {loadMore.isBusy ? 'Loading more flights...' : 'Load More Flights'}
          </Button>
        )}
        {shown.length > firstPageSize && (
          <Button variant="ghost" onClick={showFirstPage}>
            Back to First Page
          </Button>
        )}
      </div>
    </div>
  );
}
