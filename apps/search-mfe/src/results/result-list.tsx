import type { Offer } from '@fareline/contracts';
import {
  Alert,
  Button,
  EmptyState,
  Field,
  formatPrice,
  Plane,
  Select,
  SlidersHorizontal,
  useAnnounce,
} from '@fareline/ui-theme';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { applyFilters } from '../filters/apply-filters.ts';
import { FilterSheet } from '../filters/filter-sheet.tsx';
import type { FilterState } from '../filters/use-filters.ts';
import { OfferCard } from '../offer-card/offer-card.tsx';
import { isExpired } from '../offers/offer-facts.ts';
import type { ListParameters } from '../search-query/list-parameters.ts';
import type { SearchQuery } from '../search-query/search-query.ts';
import { hasMoreThanFirstPage, mergeOffers } from './merge-offers.ts';
import type { SearchResults } from './read-search-response.ts';
import { sortOffers, sortOptions, type SortOrder } from './sort-offers.ts';
import { useLoadMore } from './use-load-more.ts';
import { useNow } from './use-now.ts';

interface ResultListProps {
  query: SearchQuery;
  results: SearchResults;
  filters: FilterState;
  order: SortOrder;
  /** What the address says of the list. */
  list: ListParameters;
  onOrder: (order: SortOrder) => void;
  /** The filters stand in a column of their own. */
  isWide: boolean;
  onReplace: (change: (results: SearchResults) => SearchResults) => void;
  onFirstPage: () => void;
}

function priceLine(offers: readonly Offer[]): string {
  const [lowest, highest] = [offers[0], offers.at(-1)];
  if (!lowest || !highest) return '';
  const text = (offer: Offer) => formatPrice(offer.total_amount, offer.total_currency);
  return `Prices from ${text(lowest)} to ${text(highest)}`;
}

/** What was found: how many, for how much, in which order, and more of it. (RESULTS-12 to RESULTS-21) */
export function ResultList({
  query,
  results,
  filters,
  order,
  list,
  onOrder,
  isWide,
  onReplace,
  onFirstPage,
}: ResultListProps) {
  const more = useLoadMore(query, results, onReplace);
  const now = useNow(30_000);
  const title = useRef<HTMLHeadingElement>(null);
  const offers = useMemo(() => mergeOffers([], results.offers), [results.offers]);
  const shown = useMemo(
    () => sortOffers(applyFilters(offers, filters.applied), order),
    [offers, filters.applied, order],
  );
  const heading = `${shown.length} of ${results.total} flights found`;
  useAnnounce(`Flights found: ${shown.length} of ${results.total}`);

  const toFirstPage = () => {
    onFirstPage();
    // At once: the list shrinks under a smooth scroll and stops it at its end.
    window.scrollTo({ top: 0, behavior: 'instant' });
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
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 ref={title} className="text-title outline-none" tabIndex={-1}>
            {heading}
          </h1>
          <p className="text-small text-text-muted tabular-nums">{priceLine(offers)}</p>
        </div>
        <div className="flex flex-1 flex-wrap justify-end gap-2 max-sm:basis-full max-sm:justify-start">
          {!isWide && <FilterSheet offers={offers} filters={filters} />}
          <Field label="Sort by" hideLabel className="w-52">
            <Select
              value={order}
              options={sortOptions}
              onValueChange={(value) => onOrder(value as SortOrder)}
            />
          </Field>
        </div>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={SlidersHorizontal}
          title="No Matching Flights"
          text="Try adjusting your filters to see more results"
          action={
            <Button variant="secondary" onClick={filters.clear}>
              Show all flights
            </Button>
          }
        />
      ) : (
        <ol className="grid gap-3" aria-label="Flights">
          {shown.map((offer) => (
            <li
              key={offer.id}
              className="[contain-intrinsic-size:auto_12rem] [content-visibility:auto] empty:hidden"
            >
              <OfferCard offer={offer} query={query} list={list} expired={isExpired(offer, now)} />
            </li>
          ))}
        </ol>
      )}
      {more.error && (
        <Alert variant="destructive" title="More flights could not be loaded">
          {more.error.message}
        </Alert>
      )}
      <div className="flex flex-wrap justify-center gap-3 py-2">
        {results.offers.length < results.total && (
          <Button variant="secondary" loading={more.busy} onClick={more.loadMore}>
            {more.busy ? 'Loading more flights...' : 'Load More Flights'}
          </Button>
        )}
        {hasMoreThanFirstPage(results) && (
          <Button variant="ghost" onClick={toFirstPage}>
            Back to First Page
          </Button>
        )}
      </div>
    </div>
  );
}
