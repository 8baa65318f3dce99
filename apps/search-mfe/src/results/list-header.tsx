import { formatMinor, type Offer } from '@fareline/contracts';
import { Field, formatPrice, Select } from '@fareline/ui-theme';
import { Switch } from '@fareline/ui-theme/widgets';
import type { ReactNode, Ref } from 'react';
import { getFilterValues } from '../filters/filter-values.ts';
import { bestDescription, sortOptions, type SortOrder } from './sort-offers.ts';

/** The line with the lowest and highest price. (RESULTS-13) */
function formatPriceRange(offers: readonly Offer[], isWhole: boolean, withBag: boolean): string {
  const [first, last] = [offers[0], offers.at(-1)];
  if (!first || !last) return '';
  // A part of the list starts with the cheapest offers, so only the lowest price is known.
  if (!isWhole) return `Prices from ${formatPrice(first.total_amount, first.total_currency)}`;
  const formatRange = (lowest: string, highest: string) =>
    `from ${formatPrice(lowest, first.total_currency)} to ${formatPrice(highest, first.total_currency)}`;
  if (!withBag) return `Prices ${formatRange(first.total_amount, last.total_amount)}`;
  const known = offers
    .map((offer) => getFilterValues(offer).priceMinorWithBag)
    .filter((minor) => minor !== undefined);
  if (known.length === 0) return 'No airline here tells what a checked bag costs';
  const amount = (minor: number) => formatMinor(minor, first.total_currency || 'USD');
  const range = formatRange(amount(Math.min(...known)), amount(Math.max(...known)));
  return known.length === offers.length
    ? `Prices with a checked bag ${range}`
    : `Prices with a checked bag ${range}; flights that do not tell come last`;
}

interface ListHeaderProps {
  heading: string;
  headingRef: Ref<HTMLHeadingElement>;
  /** All loaded offers, price ascending. */
  offers: readonly Offer[];
  /** Whether `offers` is the whole result. */
  isWhole: boolean;
  /** Progress of the comparison, shown instead of the price range so that the layout does not shift. */
  progressText?: string | undefined;
  order: SortOrder;
  withBag: boolean;
  onOrderChange: (order: SortOrder) => void;
  onWithBagChange: (withBag: boolean) => void;
  /** Shown beside the sort field. */
  children: ReactNode;
}

/** The number of offers found, their price range and the sort order. (RESULTS-12 to RESULTS-14) */
export function ListHeader(props: ListHeaderProps) {
  const {
    heading,
    headingRef,
    offers,
    isWhole,
    progressText,
    order,
    withBag,
    onOrderChange,
    onWithBagChange,
    children,
  } = props;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h1 ref={headingRef} className="text-title outline-none" tabIndex={-1}>
          {heading}
        </h1>
        <div className="flex flex-1 flex-wrap items-center justify-end gap-x-4 gap-y-2 max-lg:basis-full max-lg:justify-start">
          {children}
          <Field label="Sort by" hideLabel className="max-w-52 grow basis-36">
            <Select
              value={order}
              options={sortOptions}
              onValueChange={(value) => onOrderChange(value as SortOrder)}
            />
          </Field>
          <Switch label="With a checked bag" checked={withBag} onCheckedChange={onWithBagChange} />
        </div>
      </div>
      {/* Below the row of the switch, because the switch makes this line longer and must stay under the pointer. */}
      <p className="text-small text-text-muted figures">
        {progressText ?? formatPriceRange(offers, isWhole, withBag)}
      </p>
      {order === 'best' && <p className="text-small text-text-muted lg:text-end">{bestDescription}</p>}
    </div>
  );
}
