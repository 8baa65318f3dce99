/// <reference lib="dom" />
// These run in the page: nothing from around them is there.

declare global {
  interface Window {
    searchTime: Promise<number>;
  }
}

/** Milliseconds from the navigation to the largest contentful paint. */
export function measureLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}

/** From the next submit on, how long until the home page has made way for what the results screen shows first. */
export function startSearchTimer(): void {
  const home = document.querySelector('main h1');
  const isShown = () =>
    location.pathname === '/search' &&
    home?.isConnected === false &&
    Boolean(document.querySelector('main')?.innerText.trim());
  window.searchTime = new Promise((resolve) => {
    const begin = () => {
      const started = performance.now();
      const look = () => (isShown() ? resolve(performance.now() - started) : requestAnimationFrame(look));
      look();
    };
    document.addEventListener('submit', begin, { capture: true, once: true });
  });
}

export const readSearchTime = (): Promise<number> => window.searchTime;
