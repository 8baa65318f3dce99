import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { mobileBreakpoint } from '@fareline/ui-theme';
import { startTransition, useCallback, useEffect, useState, type FocusEvent, type ReactNode } from 'react';
import { oneRowBreakpoint } from '../../media-queries.ts';
import type { Itinerary } from '../../offers/itineraries.ts';

const gap = 12;

/** Estimated height of a card, so that the scroll bar is about right before all cards are measured. */
function estimateHeight(slices: number): number {
  const { innerWidth } = window;
  if (innerWidth >= oneRowBreakpoint) return slices > 1 ? 154 : 122;
  if (innerWidth >= mobileBreakpoint) return slices > 1 ? 190 : 176;
  return slices > 1 ? 232 : 194;
}

/** Number of cards before the inset. */
const insetIndex = 2;
const insetHeight = 96;

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
 * Renders the visible items, the first and the last one, so that Tab enters the list at its ends, the inset, so that it keeps its
 * state, and the focused one with its neighbours, so that scrolling keeps the focus.
 */
const createRangeExtractor = (focused: number | undefined, drawsOthers: boolean) => (range: Range) => {
  const ends = drawsOthers ? [0, range.count - 1] : [];
  const aroundFocus = focused === undefined ? [] : [focused - 1, focused, focused + 1];
  const all = new Set([...defaultRangeExtractor(range), insetIndex, ...ends, ...aroundFocus]);
  return [...all].filter((index) => index >= 0 && index < range.count).sort((a, b) => a - b);
};

interface VirtualListProps {
  /** Key of the stored measurements. */
  name: string;
  itineraries: readonly Itinerary[];
  /** Stands after the second card, or after the last one of fewer. */
  inset?: ReactNode;
  children: (itinerary: Itinerary) => ReactNode;
}

/** A virtual list: only the visible part is in the DOM. */
export function VirtualList({ name, itineraries, inset, children }: VirtualListProps) {
  const [scrollMargin, measure] = useScrollMargin();
  const [focused, setFocused] = useState<number>();
  const [painted, setPainted] = useState<readonly Itinerary[]>();
  // The cards out of view are drawn after those in view, but at once where the focus may follow a card to them.
  const drawsOthers = painted === itineraries || focused !== undefined;
  useEffect(() => startTransition(() => setPainted(itineraries)), [itineraries]);
  /** The cards, with `undefined` at the place of the inset. */
  const rows: readonly (Itinerary | undefined)[] = inset
    ? [...itineraries.slice(0, insetIndex), undefined, ...itineraries.slice(insetIndex)]
    : itineraries;
  const list = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: (index) => {
      const itinerary = rows[index];
      return itinerary ? estimateHeight(itinerary.fares[0]?.slices.length ?? 1) : insetHeight;
    },
    getItemKey: (index) => rows[index]?.key ?? 'inset',
    gap,
    overscan: drawsOthers ? 3 : 0,
    scrollMargin,
    rangeExtractor: createRangeExtractor(focused, drawsOthers),
    initialMeasurementsCache: measurements.get(name) ?? [],
  });
  // The scroll event of a jump to the top comes a frame after the changed list.
  if (painted !== itineraries) list.scrollOffset = window.scrollY;
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
        const itinerary = rows[index];
        const isAfterInset = inset && index > insetIndex;
        return (
          <li
            key={key}
            ref={list.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0 empty:hidden"
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
            {...(itinerary && {
              'aria-setsize': itineraries.length,
              'aria-posinset': isAfterInset ? index : index + 1,
            })}
          >
            {itinerary ? children(itinerary) : inset}
          </li>
        );
      })}
    </ol>
  );
}
