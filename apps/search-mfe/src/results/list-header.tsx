import { formatMinor, type Offer } from '@fareline/contracts';
import { Field, formatPrice, Select } from '@fareline/ui-theme';
import { Switch } from '@fareline/ui-theme/widgets';
import type { ReactNode, Ref } from 'react';
import { getFilterValues } from '../filters/filter-values.ts';
import { bestDescription, sortOptions, type SortOrder } from './sort-offers.ts';

/** (RESULTS-13) */
function formatPriceRange(offers: readonly Offer[], isWhole: boolean, withBag: boolean): string {
  const [first, last] = [offers[0], offers.at(-1)];
  if (!first || !last) return '';
  // Of a part only the lowest price is that of the whole result.
  if (!isWhole) return `Prices from ${formatPrice(first.total_amount, first.total_currency)}`;
  const line = (lowest: string, highest: string) =>
    `from ${formatPrice(lowest, first.total_currency)} to ${formatPrice(highest, first.total_currency)}`;
  if (!withBag) return `Prices ${line(first.total_amount, last.total_amount)}`;
  const known = offers
    .map((offer) => getFilterValues(offer).priceMinorWithBag)
    .filter((minor) => minor !== undefined);
  if (known.length === 0) return 'No airline here tells what a checked bag costs';
  const amount = (minor: number) => formatMinor(minor, first.total_currency || 'USD');
  const ends = line(amount(Math.min(...known)), amount(Math.max(...known)));
  return known.length === offers.length
    ? `Prices with a checked bag ${ends}`
    : `Prices with a checked bag ${ends}; flights that do not tell come last`;
}

interface ListHeaderProps {
  heading: string;
  headingRef: Ref<HTMLHeadingElement>;
  /** All that were loaded, price ascending. */
  offers: readonly Offer[];
  /** They are the whole result. */
  isWhole: boolean;
  /** What is compared so far, in the place of the prices: it comes and goes without moving the list. */
  underWay?: string | undefined;
  order: SortOrder;
  withBag: boolean;
  onOrder: (order: SortOrder) => void;
  onWithBag: (withBag: boolean) => void;
  /** What stands beside the order. */
  children: ReactNode;
}

/** How many were found, for how much and in which order. (RESULTS-12 to RESULTS-14) */
export function ListHeader(props: ListHeaderProps) {
  const { heading, headingRef, offers, isWhole, underWay, order, withBag, onOrder, onWithBag, children } =
    props;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h1 ref={headingRef} className="text-title outline-none" tabIndex={-1}>
          {heading}
        </h1>
        <div className="flex flex-1 flex-wrap items-center justify-end gap-x-4 gap-y-1 max-lg:basis-full max-lg:justify-start">
          {children}
          <Field label="Sort by" hideLabel className="w-52">
            <Select
              value={order}
              options={sortOptions}
              onValueChange={(value) => onOrder(value as SortOrder)}
            />
          </Field>
          <Switch label="With a checked bag" checked={withBag} onCheckedChange={onWithBag} />
        </div>
      </div>
      {/* Below the switch that makes it longer, so that the switch stays under the pointer. */}
      <p className="text-small text-text-muted figures">
        {underWay ?? formatPriceRange(offers, isWhole, withBag)}
      </p>
      {order === 'best' && <p className="text-small text-text-muted lg:text-end">{bestDescription}</p>}
    </div>
  );
}
