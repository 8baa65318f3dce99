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

/** About as high as a card will be, so that the scroll bar tells the truth before all were seen. */
function estimatedHeight(rows: number): number {
  const isWide = window.innerWidth >= mobileBreakpoint;
  return isWide ? 80 + rows * 117 : 170 + rows * 158;
}

/** The heights of a list that was left, so that Back finds every card where it was. */
const heights = new Map<string, VirtualItem[]>();

/** How far the list is from the top of the page, also when something above it comes or goes. */
function useDistanceFromTop() {
  const [distance, setDistance] = useState(0);
  const measure = useCallback((list: HTMLElement | null) => {
    if (!list) return undefined;
    const look = () => setDistance(Math.round(list.getBoundingClientRect().top + window.scrollY));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return [distance, measure] as const;
}

/**
 * What is near, and besides: the first and the last item, so that Tab enters the list at its ends, and the one with the
 * focus between its neighbours, so that Tab goes on from it and scrolling does not lose it.
 */
const rangeWith = (focused: number | undefined) => (range: Range) => {
  const kept = focused === undefined ? [] : [focused - 1, focused, focused + 1];
  const all = new Set([...defaultRangeExtractor(range), 0, range.count - 1, ...kept]);
  return [...all].filter((index) => index >= 0 && index < range.count).sort((a, b) => a - b);
};

interface VirtualOfferListProps {
  /** Under this name its heights are remembered. */
  name: string;
  offers: readonly Offer[];
  children: (offer: Offer) => ReactNode;
}

/** A list of any length of which only the part in sight is in the page. */
export function VirtualOfferList({ name, offers, children }: VirtualOfferListProps) {
  const [distance, measure] = useDistanceFromTop();
  const [focused, setFocused] = useState<number>();
  const list = useWindowVirtualizer<HTMLLIElement>({
    count: offers.length,
    estimateSize: (index) => estimatedHeight(offers[index]?.slices.length ?? 1),
    getItemKey: (index) => offers[index]?.id ?? index,
    gap,
    overscan: 3,
    scrollMargin: distance,
    rangeExtractor: rangeWith(focused),
    initialMeasurementsCache: heights.get(name) ?? [],
  });
  useEffect(
    () => () => {
      heights.clear();
      heights.set(name, list.takeSnapshot());
    },
    [list, name],
  );
  const focus = (event: FocusEvent) => {
    const item = event.target.closest<HTMLElement>('li[data-index]');
    setFocused(item ? Number(item.dataset.index) : undefined);
  };
  return (
    <ol
      ref={measure}
      className="relative"
      style={{ height: list.getTotalSize() }}
      aria-label="Flights"
      onFocus={focus}
      onBlur={() => setFocused(undefined)}
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
              style={{ transform: `translateY(${start - distance}px)` }}
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
