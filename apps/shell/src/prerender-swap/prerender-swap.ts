const focusableSelector = 'a[href], button, input, select, textarea';

const getFocusable = (root: Element) => [...root.querySelectorAll<HTMLElement>(focusableSelector)];

/**
 * Returns the element to render into. Prerendered markup stays visible until the first screen is rendered and `swap` replaces
 * it in one step. It is not hydrated, because shell and screen are released and prerendered separately and content that
 * depends on the visitor (the date, the last trip type) may differ.
 */
export function createPrerenderSwap(prerendered: HTMLElement): { root: HTMLElement; swap: () => void } {
  if (!prerendered.hasChildNodes()) return { root: prerendered, swap: () => undefined };
  const root = document.createElement('div');
  return {
    root,
    swap() {
      if (!prerendered.isConnected) return;
      const focusedIndex = getFocusable(prerendered).indexOf(document.activeElement as HTMLElement);
      root.id = prerendered.id;
      prerendered.replaceWith(root);
      // A link of the header or footer may already have the focus; the same link of the new page gets it.
      if (focusedIndex >= 0) getFocusable(root)[focusedIndex]?.focus({ preventScroll: true });
    },
  };
}
