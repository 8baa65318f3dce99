import type { Offer } from '@fareline/contracts';
import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { mobileBreakpoint } from '@fareline/ui-theme';
import { useCallback, useEffect, useState, type FocusEvent, type ReactNode } from 'react';

const gap = 12;

/** Estimated height of a card, so that the scroll bar is about right before all cards are measured. */
function estimateHeight(rows: number): number {
  const isWide = window.innerWidth >= mobileBreakpoint;
  return isWide ? 80 + rows * 117 : 170 + rows * 158;
}

/** The measured heights of the last list by name, so that Back restores the scroll position. */
const measurements = new Map<string, VirtualItem[]>();

/** The distance of the list from the top of the page, updated when the content above it changes. */
function useScrollMargin() {
  const [scrollMargin, setScrollMargin] = useState(0);
  const measure = useCallback((list: HTMLElement | null) => {
    if (!list) return undefined;
    const update = () => setScrollMargin(Math.round(list.getBoundingClientRect().top + window.scrollY));
    update();
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return [scrollMargin, measure] as const;
}

/**
 * Renders, besides the visible range, the first and last item, so that Tab enters the list at its ends, and the focused item
 * with its neighbours, so that scrolling keeps the focus and Tab moves on from it.
 */
const createRangeExtractor = (focused: number | undefined) => (range: Range) => {
  const aroundFocus = focused === undefined ? [] : [focused - 1, focused, focused + 1];
  const all = new Set([...defaultRangeExtractor(range), 0, range.count - 1, ...aroundFocus]);
  return [...all].filter((index) => index >= 0 && index < range.count).sort((a, b) => a - b);
};

interface VirtualOfferListProps {
  /** Key of the stored measurements. */
  name: string;
  offers: readonly Offer[];
  children: (offer: Offer) => ReactNode;
}

/** A virtual list: only the visible part is in the DOM. */
export function VirtualOfferList({ name, offers, children }: VirtualOfferListProps) {
  const [scrollMargin, measure] = useScrollMargin();
  const [focused, setFocused] = useState<number>();
  const list = useWindowVirtualizer<HTMLLIElement>({
    count: offers.length,
    estimateSize: (index) => estimateHeight(offers[index]?.slices.length ?? 1),
    getItemKey: (index) => offers[index]?.id ?? index,
    gap,
    overscan: 3,
    scrollMargin,
    rangeExtractor: createRangeExtractor(focused),
    initialMeasurementsCache: measurements.get(name) ?? [],
  });
  useEffect(
    () => () => {
      measurements.clear();
      measurements.set(name, list.takeSnapshot());
    },
    [list, name],
  );
  const onFocus = (event: FocusEvent) => {
    const item = event.target.closest<HTMLElement>('li[data-index]');
    setFocused(item ? Number(item.dataset.index) : undefined);
  };
  // While the focus moves within the list, the next card must stay in the DOM to receive it.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  return (
    <ol
      ref={measure}
      className="relative"
      style={{ height: list.getTotalSize() }}
      aria-label="Flights"
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {list.getVirtualItems().map(({ key, index, start }) => {
        const offer = offers[index];
        return (
          offer && (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0 empty:hidden"
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              aria-setsize={offers.length}
              aria-posinset={index + 1}
            >
              {children(offer)}
            </li>
          )
        );
      })}
    </ol>
  );
}
