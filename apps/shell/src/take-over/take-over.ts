const focusable = 'a[href], button, input, select, textarea';

const focusables = (root: Element) => [...root.querySelectorAll<HTMLElement>(focusable)];

/**
 * Where the page is drawn. Where the page server has drawn it ahead, that stays in sight until the first screen stands
 * (`show`), and then gives its place in one step. It is not hydrated: shell and screen are released and drawn apart, and
 * what depends on the visitor (the day, the last trip type) may differ without a fault.
 */
export function takeOver(ahead: HTMLElement): { root: HTMLElement; show: () => void } {
  if (!ahead.hasChildNodes()) return { root: ahead, show: () => undefined };
  const root = document.createElement('div');
  return {
    root,
    show() {
      if (!ahead.isConnected) return;
      const focused = focusables(ahead).indexOf(document.activeElement as HTMLElement);
      root.id = ahead.id;
      ahead.replaceWith(root);
      // Links of the frame can be reached before: whoever stands on one stays there.
      if (focused >= 0) focusables(root)[focused]?.focus({ preventScroll: true });
    },
  };
}
