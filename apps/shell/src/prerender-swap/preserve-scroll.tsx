import { useLayoutEffect, useState, type ReactNode } from 'react';

/**
 * Restores the scroll position that the visitor had on the prerendered page, because the router's scroll restoration in
 * `children` scrolls to the top on the first render.
 */
export function PreserveScroll({ children }: { children: ReactNode }) {
  const [scrollY] = useState(() => window.scrollY);
  useLayoutEffect(() => {
    if (scrollY > 0) window.scrollTo(0, scrollY);
  }, [scrollY]);
  return children;
}
