import { useEffect, type RefObject } from 'react';

/** Less is the trembling of a finger, or a list that measures itself. */
const minScroll = 8;

/** Marks the bar with `data-away` while the page is scrolled down, until it is scrolled up again. */
export function useGivesWay(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last = window.scrollY;
    const update = () => {
      const { scrollY } = window;
      if (Math.abs(scrollY - last) < minScroll) return;
      bar.current?.toggleAttribute('data-away', scrollY > last && scrollY > bar.current.offsetHeight);
      last = scrollY;
    };
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [bar]);
}
