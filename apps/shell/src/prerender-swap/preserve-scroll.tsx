import { useLayoutEffect, useState, type ReactNode } from 'react';

/**
 * Beginning to draw is no reason to leave the place that the visitor has scrolled the page to that was drawn ahead: the
 * router's first care for scrolling, which is somewhere in `children`, goes to the top.
 */
export function PreserveScroll({ children }: { children: ReactNode }) {
  const [place] = useState(() => window.scrollY);
  useLayoutEffect(() => {
    if (place > 0) window.scrollTo(0, place);
  }, [place]);
  return children;
}
