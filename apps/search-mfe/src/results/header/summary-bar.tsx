import { cabinLabels } from '@fareline/contracts';
import { formatDate, formatDateWithWeekday, travellersLabel } from '@fareline/presentation/formats';
import { Badge, Button, IconButton, lazyWithRetry, useMediaQuery, VisuallyHidden } from '@fareline/ui-theme';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ChevronDown from 'lucide-react/icons/chevron-down';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { aboveMobile } from '../../media-queries.ts';
import type { SearchQuery } from '../../search-query/search-query.ts';
import { toModifyState } from '../../search-query/modify-state.ts';
import { useGivesWay } from './use-gives-way.ts';

const SearchPanel = lazyWithRetry(() => import('./search-panel.tsx'));

interface SummaryBarProps {
  query: SearchQuery;
  isSearching: boolean;
  onRefresh: () => void;
}

/** The sticky summary of the search, which opens its form. (RESULTS-09 to RESULTS-11) */
export function SummaryBar({ query, isSearching, onRefresh }: SummaryBarProps) {
  const isWide = useMediaQuery(aboveMobile);
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const summary = useRef<HTMLButtonElement>(null);
  useGivesWay(bar);
  return (
    <header
      ref={bar}
      data-sticky-bar="top"
      className="sticky top-[var(--header-height,4.5rem)] z-20 border-b border-line bg-card max-md:h-14 max-md:transition-transform max-md:not-focus-within:data-away:-translate-y-full"
    >
      <div className="page-width flex items-center max-md:h-full md:flex-wrap md:gap-x-4 md:gap-y-1 md:py-1.5">
        <button
          ref={summary}
          type="button"
          className="min-w-0 flex-1 rounded-control text-start max-md:mr-1 max-md:grid max-md:h-11 max-md:content-center max-md:border max-md:border-line max-md:bg-input max-md:px-2.5 md:flex md:min-h-9 md:flex-wrap md:items-center md:gap-x-3 md:gap-y-1 lg:gap-x-4"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
          onPointerEnter={SearchPanel.preload}
          onFocus={SearchPanel.preload}
        >
          {isWide ? <WideSummary query={query} /> : <PhoneSummary query={query} />}
          <VisuallyHidden>, change your search</VisuallyHidden>
        </button>
        {isWide ? (
          <div className="flex gap-2">
            <Button
              variant="ghost"
              size="small"
              onClick={onRefresh}
              disabled={isSearching}
              aria-label="Refresh Results"
            >
              <RefreshCw size={18} />
              <span className="max-lg:hidden">Refresh Results</span>
            </Button>
            <Button variant="secondary" size="small" asChild>
              <Link to="/" state={toModifyState(query)}>
                <Search size={18} />
                Modify Search
              </Link>
            </Button>
          </div>
        ) : (
          <>
            <IconButton label="Refresh Results" onClick={onRefresh} disabled={isSearching}>
              <RefreshCw size={18} />
            </IconButton>
            <Link
              className="ui-icon-button -me-2"
              to="/"
              state={toModifyState(query)}
              aria-label="Modify Search"
            >
              <Search size={18} />
            </Link>
          </>
        )}
      </div>
      {isOpen && <SearchPanel query={query} returnFocus={summary} onClose={() => setOpen(false)} />}
    </header>
  );
}

function Route({ origin, destination }: Pick<SearchQuery, 'origin' | 'destination'>) {
  return (
    <>
      {origin || 'N/A'}
      <ArrowRight className="shrink-0" size={16} />
      <VisuallyHidden> to </VisuallyHidden>
      {destination || 'N/A'}
    </>
  );
}

const getTripType = ({ returnDate }: SearchQuery) => (returnDate ? 'Round trip' : 'One way');

const formatTravellers = ({ adultsCount, childrenCount, infantsCount }: SearchQuery) =>
  travellersLabel(adultsCount, childrenCount, infantsCount);

function WideSummary({ query }: { query: SearchQuery }) {
  const { departureDate, returnDate } = query;
  return (
    <>
      <span className="flex items-center gap-1.5 text-large font-semibold" translate="no">
        <Route {...query} />
        <ChevronDown className="text-text-muted" size={16} />
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:gap-x-3 text-small text-text-muted">
        <Badge variant="primary">{getTripType(query)}</Badge>
        <Badge>{cabinLabels[query.cabinClass]}</Badge>
        <span className="whitespace-nowrap">
          {formatDateWithWeekday(departureDate)}
          {returnDate && ` - ${formatDateWithWeekday(returnDate)}`}
        </span>
        <span className="whitespace-nowrap">{formatTravellers(query)}</span>
      </span>
    </>
  );
}

/** Two lines; what a narrow phone has no room for is cut at their ends, the least wanted last. */
function PhoneSummary({ query }: { query: SearchQuery }) {
  const { departureDate, returnDate, cabinClass } = query;
  const dates = [departureDate, returnDate].filter((date) => date !== undefined).map(formatDate);
  const details = [formatTravellers(query), cabinLabels[cabinClass], getTripType(query)];
  return (
    <>
      <span className="flex min-w-0 items-center gap-2 leading-5">
        <span className="flex items-center gap-1 font-semibold whitespace-nowrap" translate="no">
          <Route {...query} />
        </span>
        <span className="truncate text-small figures">{dates.join(' - ')}</span>
      </span>
      <span className="truncate text-small leading-4 text-text-muted">{details.join(' · ')}</span>
    </>
  );
}
