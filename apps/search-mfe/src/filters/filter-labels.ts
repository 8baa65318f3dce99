import { formatPrice } from '@fareline/presentation/formats';
import { filterGroups, type GroupKey } from './filter-groups.ts';
import {
  timeKeys,
  toggleValue,
  type DayBand,
  type Filters,
  type StopChoice,
  type TimeKey,
} from './filter-model.ts';
import type { FilterOption, FilterOptions } from './filter-options.ts';
import { formatMinuteOfDay } from './time-range.ts';

export const stopLabels: Readonly<Record<StopChoice, string>> = {
  '0': 'Non-stop',
  '1': '1 stop',
  '2+': '2+ stops',
};

/** Name and hours. (FILTER-10) */
export const bandLabels: Readonly<Record<DayBand, readonly [name: string, hours: string]>> = {
  early_morning: ['Early morning', '00:00-05:59'],
  morning: ['Morning', '06:00-11:59'],
  afternoon: ['Afternoon', '12:00-17:59'],
  evening: ['Evening', '18:00-23:59'],
};

export const flagLabels = {
  refundable: 'Refundable tickets',
  baggage: 'Baggage Included',
  lowEmissions: 'Lower CO2 than the median',
} as const;

const timeLabels: Readonly<Record<TimeKey, string>> = {
  departOutbound: 'Outbound departs',
  arriveOutbound: 'Outbound arrives',
  departReturn: 'Return departs',
  arriveReturn: 'Return arrives',
};

/** A chosen value, which can be removed alone. */
export interface ActiveFilter {
  group: GroupKey;
  label: string;
  /** The filters without this value. */
  remove: (filters: Filters) => Filters;
}

type ListKey =
  | 'stops'
  | 'airlines'
  | 'departure'
  | 'arrival'
  | 'via'
  | 'avoid'
  | 'originAirports'
  | 'destinationAirports';

/** A removable value for each chosen one of a list. */
const listValues = <K extends ListKey>(
  filters: Filters,
  key: K,
  group: GroupKey,
  getLabel: (value: Filters[K][number]) => string,
): ActiveFilter[] =>
  filters[key].map((value) => ({
    group,
    label: getLabel(value),
    remove: (current) => ({ ...current, [key]: toggleValue(current[key] as readonly unknown[], value) }),
  }));

const findLabel = (options: readonly FilterOption[], code: string): string =>
  options.find((option) => option.code === code)?.label ?? code;

function getPriceFilter({ price }: Filters, currency: string): ActiveFilter[] {
  if (!price) return [];
  const [low, high] = price.map((amount) => formatPrice(String(amount), currency));
  return [{ group: 'price', label: `Price ${low} to ${high}`, remove: filterGroups.price.clear }];
}

const getFlagFilters = (filters: Filters): ActiveFilter[] =>
  (Object.keys(flagLabels) as (keyof typeof flagLabels)[])
    .filter((key) => filters[key])
    .map((key) => ({ group: key, label: flagLabels[key], remove: filterGroups[key].clear }));

const getTimeFilters = ({ times }: Filters): ActiveFilter[] =>
  timeKeys.flatMap((key) => {
    const range = times[key];
    if (!range) return [];
    return {
      group: key,
      label: `${timeLabels[key]} ${range.map(formatMinuteOfDay).join(' to ')}`,
      remove: filterGroups[key].clear,
    };
  });

/** Every chosen value, in the order of the screen; one that the search does not have is named by its code. */
export function getActiveFilters(filters: Filters, options: FilterOptions): ActiveFilter[] {
  const { airlines, layovers, originAirports, destinationAirports, currency } = options;
  return [
    ...getPriceFilter(filters, currency),
    ...listValues(filters, 'stops', 'stops', (value) => stopLabels[value]),
    ...getFlagFilters(filters),
    ...listValues(filters, 'airlines', 'airlines', (code) => findLabel(airlines, code)),
    ...listValues(filters, 'departure', 'departure', (band) => `${bandLabels[band][0]} departure`),
    ...listValues(filters, 'arrival', 'arrival', (band) => `${bandLabels[band][0]} arrival`),
    ...getTimeFilters(filters),
    ...listValues(filters, 'via', 'layovers', (code) => `Via ${findLabel(layovers, code)}`),
    ...listValues(filters, 'avoid', 'layovers', (code) => `Avoiding ${findLabel(layovers, code)}`),
    ...listValues(
      filters,
      'originAirports',
      'originAirports',
      (code) => `From ${findLabel(originAirports, code)}`,
    ),
    ...listValues(
      filters,
      'destinationAirports',
      'destinationAirports',
      (code) => `To ${findLabel(destinationAirports, code)}`,
    ),
  ];
}
