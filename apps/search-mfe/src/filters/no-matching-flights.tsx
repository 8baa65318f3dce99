import { Button, EmptyState, Sentence } from '@fareline/ui-theme';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { formatFlights } from './filter-counts.ts';
import { filterGroups, getActiveGroups } from './filter-groups.ts';
import { getActiveFilters } from './filter-labels.ts';
import { useFilterData, type FilterableList, type FilterData } from './use-filter-data.ts';
import type { FilterState } from './use-filters.ts';
import { noFilters, type Filters } from './filter-model.ts';

/** The groups of filters without which there are flights, most flights first. */
function getSuggestions(filters: Filters, { counts, options }: FilterData) {
  const active = getActiveFilters(filters, options);
  return getActiveGroups(filters)
    .map((group) => ({
      group,
      label: active
        .filter((filter) => filter.group === group)
        .map(({ label }) => label)
        .join(', '),
      flights: counts?.groups[group].cleared,
    }))
    .flatMap(({ flights, ...suggestion }) => (flights?.count ? [{ ...suggestion, flights }] : []))
    .sort((a, b) => b.flights.count - a.flights.count);
}

interface NoMatchingFlightsProps {
  list: FilterableList;
  filters: FilterState;
  /** Moves the focus to the heading of the list. */
  onFocusHeading: () => void;
}

/** Shown when filters exclude every flight: says which one to remove and what the list would then have. (RESULTS-21) */
export function NoMatchingFlights({ list, filters, onFocusHeading }: NoMatchingFlightsProps) {
  const data = useFilterData(list, filters.applied);
  const replace = (next: Filters) => {
    onFocusHeading();
    filters.replace(next);
  };
  const suggestions = getSuggestions(filters.applied, data);
  return (
    <EmptyState
      icon={SlidersHorizontal}
      title={list.isWhole ? 'No Matching Flights' : 'No match among the cheapest flights'}
      text="Try adjusting your filters to see more results"
      action={
        <div className="grid gap-2">
          {suggestions.map(({ group, label, flights }) => (
            <Button
              key={group}
              variant="secondary"
              onClick={() => replace(filterGroups[group].clear(filters.applied))}
            >
              <Sentence>
                Without {label}: {formatFlights(flights, data.options.currency)}
              </Sentence>
            </Button>
          ))}
          <Button variant={suggestions.length > 0 ? 'ghost' : 'secondary'} onClick={() => replace(noFilters)}>
            Show all flights
          </Button>
        </div>
      }
    />
  );
}
