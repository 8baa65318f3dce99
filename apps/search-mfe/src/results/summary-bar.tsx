import { cabinLabels } from '@fareline/contracts';
import { formatDateWithWeekday, travellersLabel } from '@fareline/presentation/formats';
import { Badge, Button, VisuallyHidden } from '@fareline/ui-theme';
import ArrowRight from 'lucide-react/icons/arrow-right';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import { Link } from 'react-router';
import type { SearchQuery } from '../search-query/search-query.ts';
import { toModifyState } from '../search-query/modify-state.ts';

interface SummaryBarProps {
  query: SearchQuery;
  isSearching: boolean;
  onRefresh: () => void;
}

/** Badges without a box, because a phone has no room for it. */
const plainOnPhones = 'max-md:bg-transparent max-md:p-0';

/** The sticky summary of the search. (RESULTS-09 to RESULTS-11) */
export function SummaryBar({ query, isSearching, onRefresh }: SummaryBarProps) {
  const { origin, destination, departureDate, returnDate } = query;
  return (
    <header
      data-sticky-bar="top"
      className="sticky top-[var(--header-height,4.5rem)] z-20 border-b border-line bg-card"
    >
      <div className="page-width flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
        <p
          className="flex min-w-0 flex-1 items-center gap-1.5 text-large font-bold md:flex-none"
          translate="no"
        >
          {origin || 'N/A'}
          <ArrowRight size={16} />
          <VisuallyHidden> to </VisuallyHidden>
          {destination || 'N/A'}
        </p>
        <p className="order-last flex basis-full flex-wrap items-center gap-x-1.5 gap-y-1 text-small text-text-muted md:gap-x-3 md:order-none md:flex-1 md:basis-0">
          <Badge className={plainOnPhones} variant="primary">
            {returnDate ? 'Round trip' : 'One way'}
          </Badge>
          <Badge className={plainOnPhones}>{cabinLabels[query.cabinClass]}</Badge>
          <span className="whitespace-nowrap">
            {formatDateWithWeekday(departureDate)}
            {returnDate && ` - ${formatDateWithWeekday(returnDate)}`}
          </span>
          <span className="whitespace-nowrap">
            {travellersLabel(query.adultsCount, query.childrenCount, query.infantsCount)}
          </span>
        </p>
        <div className="flex gap-2">
          <Button
            variant="ghost"
            size="small"
            onClick={onRefresh}
            disabled={isSearching}
            aria-label="Refresh Results"
          >
            <RefreshCw size={18} />
            <span className="hidden lg:inline">Refresh Results</span>
          </Button>
          <Button variant="secondary" size="small" asChild>
            <Link to="/" state={toModifyState(query)} aria-label="Modify Search">
              <Search size={18} />
              <span className="hidden sm:inline">Modify Search</span>
              <span className="sm:hidden">Modify</span>
            </Link>
          </Button>
        </div>
      </div>
    </header>
  );
}
