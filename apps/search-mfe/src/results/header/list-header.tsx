import { Field, Select } from '@fareline/ui-theme';
import { Switch } from '@fareline/ui-theme/widgets';
import type { ReactNode, Ref } from 'react';
import { sortOptions, type FirstOfOrder, type SortOrder, type TabOrder } from '../list/sort-itineraries.ts';
import { SortTabs } from './sort-tabs.tsx';

interface ListHeaderProps {
  heading: string;
  /** The number of fares, if it is known. */
  fareCount: string | undefined;
  headingRef: Ref<HTMLHeadingElement>;
  order: SortOrder;
  /** What comes first in the orders of the tabs, once the whole list is there. */
  firsts: Record<TabOrder, FirstOfOrder> | undefined;
  withBag: boolean;
  onOrderChange: (order: SortOrder) => void;
  onWithBagChange: (withBag: boolean) => void;
  priceRange: ReactNode;
  otherPrices: ReactNode;
  /** Shown beside the sort field. */
  children: ReactNode;
}

/** From 768 px: the number of offers found, their price range and the sort order. (RESULTS-12 to RESULTS-14) */
export function ListHeader(props: ListHeaderProps) {
  const { heading, fareCount, headingRef, order, firsts, withBag, onOrderChange, onWithBagChange } = props;
  const { priceRange, otherPrices, children } = props;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-x-6">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 ref={headingRef} className="text-title outline-none" tabIndex={-1}>
              {heading}
            </h1>
            {fareCount && <p className="text-small text-text-muted figures">{fareCount}</p>}
          </div>
          {/* Below the switch on its right, because the switch makes this line longer and must stay under the pointer. */}
          <div className="flex flex-wrap items-center gap-x-6 lg:-my-0.5">
            {priceRange}
            {otherPrices}
          </div>
        </div>
        <Switch
          className="shrink-0"
          label="With a checked bag"
          checked={withBag}
          onCheckedChange={onWithBagChange}
        />
      </div>
      <div className="flex items-center gap-2 lg:items-stretch lg:gap-4">
        <SortTabs order={order} firsts={firsts} onOrderChange={onOrderChange} />
        {children}
        <Field label="Sort by" hideLabel className="w-48 lg:w-52 xl:[&_select]:min-h-9 xl:[&_select]:py-1">
          <Select
            value={order}
            options={sortOptions}
            onValueChange={(value) => onOrderChange(value as SortOrder)}
          />
        </Field>
      </div>
    </div>
  );
}
