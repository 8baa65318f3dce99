import { firstPageSize, type CheckedBag } from '@fareline/contracts';
import { Button, EmptyState, useAnnounce } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import Plane from 'lucide-react/icons/plane';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { applyFilters } from '../filters/apply-filters.ts';
import { FilterSheet } from '../filters/filter-sheet.tsx';
import { countActiveFilters } from '../filters/filter-model.ts';
import type { FilterState } from '../filters/use-filters.ts';
import { OfferCardSkeleton } from '../offer-card/offer-card-skeleton.tsx';
import { OfferCard } from '../offer-card/offer-card.tsx';
import { isExpired } from '../offers/offer-properties.ts';
import type { ListParams } from '../search-query/list-params.ts';
import type { SearchQuery } from '../search-query/search-query.ts';
import { VirtualOfferList } from './virtual-offer-list.tsx';
import { ListHeader } from './list-header.tsx';
import { mergeOffers, type SearchResults } from './merge-offers.ts';
import { defaultOrder, getSortBaseline, sortOffers } from './sort-offers.ts';
import { searchKey } from './use-flight-search.ts';
import type { ListView } from './use-list-view.ts';
import { PartialComparisonAlert } from './partial-comparison-alert.tsx';
import { StalePrices } from './stale-prices.tsx';
import { useLoadMore } from './use-load-more.ts';
import { useNow } from './use-now.ts';
import type { Comparison } from './use-whole-list.ts';

interface ResultListProps {
  query: SearchQuery;
  results: SearchResults;
  comparison: Comparison;
  onCompareAll: () => void;
  receivedAt: number;
  online: boolean;
  onRefresh: () => void;
  filters: FilterState;
  view: ListView;
  /** The view as it stands in the address. */
  list: ListParams;
  onView: (changes: Partial<ListView>) => void;
  /** The filters stand in a column of their own. */
  isWide: boolean;
  onReplace: (change: (results: SearchResults) => SearchResults) => void;
  onFirstPage: () => void;
}

const renewedText = 'The airlines have new prices, so the list was renewed.';

interface Counts {
  /** How many match, of those that were compared. */
  matching: number;
  compared: number;
  total: number;
}

/** How many there are. Never that there are none while only a part was compared. (RESULTS-12, LIST-01) */
function countTexts({ matching, compared, total }: Counts, comparison: Comparison) {
  if (comparison === 'all' || compared === total)
    return {
      heading: `${matching} of ${total} flights found`,
      spoken: matching === 1 ? '1 flight found' : `${matching} flights found`,
    };
  const heading =
    comparison === 'loading' ? `Comparing ${total} flights` : `${compared} of ${total} flights compared`;
  return { heading, spoken: heading };
}

/** What was found: how many, for how much, in which order, and more of it. (RESULTS-12 to RESULTS-21) */
export function ResultList({
  query,
  results,
  comparison,
  onCompareAll,
  receivedAt,
  online,
  onRefresh,
  filters,
  view: { order, withBag },
  list,
  onView,
  isWide,
  onReplace,
  onFirstPage,
}: ResultListProps) {
  const more = useLoadMore(query, results, onReplace);
  const now = useNow(30_000);
  const title = useRef<HTMLHeadingElement>(null);
  const offers = useMemo(() => mergeOffers([], results.offers), [results.offers]);
  const scale = useMemo(
    () => getSortBaseline(offers, withBag, results.facts?.shortest_minutes),
    [offers, withBag, results.facts],
  );
  const matching = useMemo(
    () => sortOffers(applyFilters(offers, filters.applied, withBag), order, scale),
    [offers, filters.applied, withBag, order, scale],
  );
  const shown = useMemo(() => matching.slice(0, results.cards), [matching, results.cards]);
  const isFiltered = countActiveFilters(filters.applied) > 0;
  const isWhole = comparison === 'all';
  const counts = isFiltered
    ? { matching: matching.length, compared: offers.length }
    : { matching: results.total, compared: results.total };
  const { heading, spoken } = countTexts({ ...counts, total: results.total }, comparison);
  const isArranged = isFiltered || withBag || order !== defaultOrder;
  useAnnounce(results.isRenewed ? `${renewedText} ${spoken}` : spoken);

  const onBagPriceLoaded = (id: string, checked_bag: CheckedBag) =>
    onReplace((before) => ({
      ...before,
      offers: before.offers.map((offer) => (offer.id === id ? { ...offer, checked_bag } : offer)),
    }));

  const toFirstPage = () => {
    onFirstPage();
    window.scrollTo({ top: 0 });
    title.current?.focus({ preventScroll: true });
  };

  if (offers.length === 0) {
    return (
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
    );
  }
  return (
    <div className="grid gap-4">
      {!online && (
        <Alert>You are offline. What is asked for is fetched by itself when the connection is back.</Alert>
      )}
      {results.isRenewed && <Alert role="note">{renewedText}</Alert>}
      <StalePrices results={results} receivedAt={receivedAt} now={now} onRefresh={onRefresh} />
      <ListHeader
        heading={heading}
        headingRef={title}
        offers={offers}
        isWhole={isWhole}
        underWay={
          isArranged && comparison === 'loading'
            ? `Compared so far: the ${offers.length} cheapest. The others are on their way.`
            : undefined
        }
        order={order}
        withBag={withBag}
        onOrder={(next) => onView({ order: next })}
        onWithBag={(next) => onView({ withBag: next })}
      >
        {!isWide && <FilterSheet offers={offers} isWhole={isWhole} filters={filters} withBag={withBag} />}
      </ListHeader>
      {isArranged && comparison === 'failed' && (
        <PartialComparisonAlert compared={offers.length} total={results.total} onCompareAll={onCompareAll} />
      )}
      {shown.length === 0 && comparison === 'loading' ? (
        <OfferCardSkeleton rows={query.returnDate ? 2 : 1} />
      ) : shown.length === 0 ? (
        <EmptyState
          icon={SlidersHorizontal}
          title={isWhole ? 'No Matching Flights' : 'No match among the cheapest flights'}
          text="Try adjusting your filters to see more results"
          action={
            <Button variant="secondary" onClick={filters.clear}>
              Show all flights
            </Button>
          }
        />
      ) : (
        <VirtualOfferList name={searchKey(query)} offers={shown}>
          {(offer) => (
            <OfferCard
              offer={offer}
              query={query}
              list={list}
              expired={isExpired(offer, now)}
              withBag={withBag}
              medianEmissions={results.facts?.median_emissions_kg}
              onBagPriceLoaded={onBagPriceLoaded}
            />
          )}
        </VirtualOfferList>
      )}
      {more.busy && !online && (
        <Alert>You are offline. More flights come by themselves when the connection is back.</Alert>
      )}
      {more.error && (
        <Alert variant="destructive" title="More flights could not be loaded">
          {more.error.message}
        </Alert>
      )}
      <div className="flex flex-wrap justify-center gap-3 py-2">
        {(shown.length < matching.length || !isWhole) && (
          <Button variant="secondary" loading={more.busy} onClick={more.loadMore}>
            {more.busy ? 'Loading more flights...' : 'Load More Flights'}
          </Button>
        )}
        {shown.length > firstPageSize && (
          <Button variant="ghost" onClick={toFirstPage}>
            Back to First Page
          </Button>
        )}
      </div>
    </div>
  );
}
