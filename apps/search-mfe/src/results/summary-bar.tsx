import {
  ArrowRight,
  Badge,
  Button,
  cabinLabels,
  formatDateWithWeekday,
  RefreshCw,
  Search,
  travellersLabel,
  VisuallyHidden,
} from '@fareline/ui-theme';
import { Link } from 'react-router';
import type { SearchQuery } from '../search-query/search-query.ts';

interface SummaryBarProps {
  query: SearchQuery;
  searching: boolean;
  onRefresh: () => void;
}

/** What is being looked for, always in sight. (RESULTS-09 to RESULTS-11) */
export function SummaryBar({ query, searching, onRefresh }: SummaryBarProps) {
  const { origin, destination, departureDate, returnDate } = query;
  return (
    <header className="sticky top-[var(--header-height,4.5rem)] z-20 border-b border-line bg-card">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex items-center gap-1.5 text-large font-bold">
              {origin || 'N/A'}
              <ArrowRight aria-hidden size={16} strokeWidth={1.5} />
              <VisuallyHidden> to </VisuallyHidden>
              {destination || 'N/A'}
            </span>
            <Badge variant="primary">{query.tripType === 'round-trip' ? 'Round trip' : 'One way'}</Badge>
            <Badge>{cabinLabels[query.cabinClass]}</Badge>
          </p>
          <p className="truncate text-small text-text-muted">
            {formatDateWithWeekday(departureDate)}
            {returnDate && ` - ${formatDateWithWeekday(returnDate)}`}
            {' · '}
            {travellersLabel(query.adultsCount, query.childrenCount, query.infantsCount)}
          </p>
        </div>
        <div className="flex gap-2">
          <Button variant="ghost" onClick={onRefresh} disabled={searching} aria-label="Refresh Results">
            <RefreshCw aria-hidden size={18} strokeWidth={1.5} />
            <span className="hidden md:inline">Refresh Results</span>
          </Button>
          <Button variant="secondary" asChild>
            <Link to="/" aria-label="Modify Search">
              <Search aria-hidden size={18} strokeWidth={1.5} />
              <span className="hidden sm:inline">Modify Search</span>
              <span className="sm:hidden">Modify</span>
            </Link>
          </Button>
        </div>
      </div>
    </header>
  );
}
