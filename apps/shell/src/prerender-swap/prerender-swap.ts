const focusableSelector = 'a[href], button, input, select, textarea';

const getFocusable = (root: Element) => [...root.querySelectorAll<HTMLElement>(focusableSelector)];

/**
 * Where the page is drawn. Where the page server has drawn it ahead, that stays in sight until the first screen stands
 * (`show`), and then gives its place in one step. It is not hydrated: shell and screen are released and drawn apart, and
 * what depends on the visitor (the day, the last trip type) may differ without a fault.
 */
export function createPrerenderSwap(prerendered: HTMLElement): { root: HTMLElement; show: () => void } {
  if (!prerendered.hasChildNodes()) return { root: prerendered, show: () => undefined };
  const root = document.createElement('div');
  return {
    root,
    show() {
      if (!prerendered.isConnected) return;
      const focusedIndex = getFocusable(prerendered).indexOf(document.activeElement as HTMLElement);
      root.id = prerendered.id;
      prerendered.replaceWith(root);
      // Links of the frame can be reached before: whoever stands on one stays there.
      if (focusedIndex >= 0) getFocusable(root)[focusedIndex]?.focus({ preventScroll: true });
    },
  };
}
