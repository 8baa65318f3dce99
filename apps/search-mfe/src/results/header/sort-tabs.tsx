import { formatMinor, formatMinutes } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { VisuallyHidden } from '@fareline/ui-theme';
import {
  bestDescription,
  tabOrders,
  type FirstOfOrder,
  type SortOrder,
  type TabOrder,
} from '../list/sort-itineraries.ts';

interface SortTabsProps {
  order: SortOrder;
  /** Undefined until the whole list is compared. */
  firsts: Record<TabOrder, FirstOfOrder> | undefined;
  onOrderChange: (order: SortOrder) => void;
}

/** The most wanted orders, with what comes first in each. */
export function SortTabs({ order, firsts, onOrderChange }: SortTabsProps) {
  return (
    <div
      role="group"
      aria-label="Best, cheapest, fastest"
      className="grid min-w-0 grow grid-cols-3 divide-x divide-line overflow-hidden rounded-card border border-line bg-card"
    >
      {tabOrders.map((tab) => (
        <button
          key={tab.order}
          type="button"
          className="min-w-0 px-2 py-1 text-start lg:px-3 text-small leading-4 hover:bg-primary-soft focus-visible:-outline-offset-2 aria-pressed:bg-primary-soft aria-pressed:shadow-[inset_0_-2px_0_var(--color-primary-ink)] xl:flex xl:flex-wrap xl:content-center xl:items-center xl:gap-x-2 xl:px-4"
          title={tab.order === 'best' ? bestDescription : undefined}
          aria-pressed={order === tab.order}
          onClick={() => onOrderChange(tab.order)}
        >
          <span className="text-body leading-5 font-semibold">{tab.label}</span>
          <FirstFlight first={firsts?.[tab.order]} />
        </button>
      ))}
    </div>
  );
}

/** Has its height before it is known, so that nothing moves. Price and duration are below each other where the tab is narrow. */
function FirstFlight({ first }: { first: FirstOfOrder | undefined }) {
  if (!first) return <span className="block h-8 lg:h-4" />;
  return (
    <span className="block text-text-muted figures" translate="no">
      <VisuallyHidden>, </VisuallyHidden>
      <span className="whitespace-nowrap">
        {formatPrice(formatMinor(first.price, first.currency), first.currency)}
      </span>
      {Number.isFinite(first.minutes) && (
        <>
          <span className="max-lg:sr-only"> · </span>
          <span className="whitespace-nowrap max-lg:block">{formatMinutes(first.minutes)}</span>
        </>
      )}
    </span>
  );
}
