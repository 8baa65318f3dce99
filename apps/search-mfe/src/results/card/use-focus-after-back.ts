import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * The itinerary that was opened last, and the history entry of the list that it was opened from; kept outside the component because
 * Back mounts the list again.
 */
let opened: { itinerary: string; entry: string } | undefined;

/**
 * Moves the focus to the link of the itinerary that was opened, when Back shows the list again, so that the place in a long list is
 * not lost. Returns what to call when the link is followed.
 */
export function useFocusAfterBack(itinerary: string, link: RefObject<HTMLAnchorElement | null>) {
  const { key: entry } = useLocation();
  useEffect(() => {
    if (opened?.itinerary !== itinerary || opened.entry !== entry) return undefined;
    let frame = requestAnimationFrame(() => {
      // After the frame in which the focus goes to the heading.
      frame = requestAnimationFrame(() => {
        opened = undefined;
        link.current?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [itinerary, entry, link]);
  return () => {
    opened = { itinerary, entry };
  };
}
