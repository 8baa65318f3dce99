/// <reference lib="dom" />
// These functions run in the page and cannot use anything outside of themselves.

declare global {
  interface Window {
    searchTime: Promise<number>;
  }
}

/** Milliseconds from navigation to the largest contentful paint. */
export function measureLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}

/** On the next submit, starts measuring the milliseconds until the first content of the results screen replaces the home page. */
export function startSearchTimer(): void {
  const home = document.querySelector('main h1');
  const isShown = () =>
    location.pathname === '/search' &&
    home?.isConnected === false &&
    Boolean(document.querySelector('main')?.innerText.trim());
  window.searchTime = new Promise((resolve) => {
    const begin = () => {
      const started = performance.now();
      const check = () => (isShown() ? resolve(performance.now() - started) : requestAnimationFrame(check));
      check();
    };
    document.addEventListener('submit', begin, { capture: true, once: true });
  });
}

export const readSearchTime = (): Promise<number> => window.searchTime;
