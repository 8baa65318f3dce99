import { formatMinor } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { Field, Select, Sentence } from '@fareline/ui-theme';
import { Switch } from '@fareline/ui-theme/widgets';
import type { ReactNode, Ref } from 'react';
import { getFilterValues, getKnownPrice } from '../filters/filter-values.ts';
import type { Itinerary } from '../offers/itineraries.ts';
import { sortOptions, type FirstOfOrder, type SortOrder, type TabOrder } from './sort-itineraries.ts';
import { SortTabs } from './sort-tabs.tsx';

/** The line with the lowest and highest price of all fares, and what follows its currency. (RESULTS-13) */
function formatPriceRange(
  itineraries: readonly Itinerary[],
  isWhole: boolean,
  withBag: boolean,
): [range: string, note?: string] {
  const fares = itineraries.flatMap((itinerary) => itinerary.fares);
  const [first] = fares;
  if (!first) return [''];
  const currency = first.total_currency || 'USD';
  // A part of the list starts with the cheapest offers, so only the lowest price is known.
  if (!isWhole) return [`Prices from ${formatPrice(first.total_amount, currency)}`];
  const known = fares
    .map((fare) => getKnownPrice(getFilterValues(fare), withBag))
    .filter((minor) => minor !== undefined);
  if (known.length === 0) return ['No airline here tells what a checked bag costs'];
  const format = (minor: number) => formatPrice(formatMinor(minor, currency), currency);
  const [lowest, highest] = known.reduce(
    ([low, high], minor) => [Math.min(low, minor), Math.max(high, minor)],
    [Infinity, 0],
  );
  const range = `from ${format(lowest)} to ${format(highest)}`;
  if (!withBag) return [`Prices ${range}`];
  const note = 'flights whose bag price is not known come last';
  const text = `Prices with a checked bag ${range}`;
  return known.length < fares.length ? [text, note] : [text];
}

interface ListHeaderProps {
  heading: string;
  /** The number of fares, if it is known. */
  fareCount: string | undefined;
  headingRef: Ref<HTMLHeadingElement>;
  /** All loaded itineraries, in order of the cheapest fare. */
  itineraries: readonly Itinerary[];
  /** Whether `itineraries` is the whole result. */
  isWhole: boolean;
  /** Progress of the comparison, shown instead of the price range so that the layout does not shift. */
  progressText?: string | undefined;
  order: SortOrder;
  /** What comes first in the orders of the tabs, once the whole list is there. */
  firsts: Record<TabOrder, FirstOfOrder> | undefined;
  withBag: boolean;
  onOrderChange: (order: SortOrder) => void;
  onWithBagChange: (withBag: boolean) => void;
  /** Shown beside the sort field. */
  children: ReactNode;
  /** Shown beside the price range. */
  otherPrices: ReactNode;
}

/** The number of offers found, their price range and the sort order. (RESULTS-12 to RESULTS-14) */
export function ListHeader(props: ListHeaderProps) {
  const {
    heading,
    fareCount,
    headingRef,
    itineraries,
    isWhole,
    progressText,
    order,
    firsts,
    withBag,
    onOrderChange,
    onWithBagChange,
    children,
    otherPrices,
  } = props;
  const [range, note] = formatPriceRange(itineraries, isWhole, withBag);
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 max-md:items-center max-md:gap-x-2 max-md:gap-y-0">
        <div className="min-w-0 max-md:contents lg:flex-1">
          <div className="flex flex-wrap items-baseline gap-x-3 max-md:basis-full">
            <h1 ref={headingRef} className="text-title outline-none" tabIndex={-1}>
              {heading}
            </h1>
            {fareCount && <p className="text-small text-text-muted figures">{fareCount}</p>}
          </div>
          {/* Below the switch on its right, because the switch makes this line longer and must stay under the pointer. */}
          <div className="flex flex-wrap items-center gap-x-6 max-md:contents lg:-my-0.5">
            <div className="flex flex-wrap gap-x-1 text-small text-text-muted figures max-md:basis-full">
              <p>
                <Sentence>{progressText ?? range}</Sentence>
              </p>
              {!progressText && itineraries[0] && (
                <p>
                  in {itineraries[0].fares[0]?.total_currency || 'USD'}
                  {note && `; ${note}`}
                </p>
              )}
            </div>
            {otherPrices}
          </div>
        </div>
        <Switch
          className="max-md:[&_label]:text-small"
          label="With a checked bag"
          checked={withBag}
          onCheckedChange={onWithBagChange}
        />
      </div>
      <div className="flex flex-wrap items-stretch gap-2 lg:flex-nowrap lg:gap-4">
        <SortTabs order={order} firsts={firsts} onOrderChange={onOrderChange} />
        <div className="flex flex-wrap gap-2 max-lg:order-first max-lg:basis-full">
          {children}
          <Field
            label="Sort by"
            hideLabel
            className="max-w-52 min-w-48 max-lg:grow lg:w-52 xl:[&_select]:min-h-9 xl:[&_select]:py-1"
          >
            <Select
              value={order}
              options={sortOptions}
              onValueChange={(value) => onOrderChange(value as SortOrder)}
            />
          </Field>
        </div>
      </div>
    </div>
  );
}
