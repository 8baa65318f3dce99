/**
 * Moves the focus to the heading of a new screen, or to the whole content until there is a heading. It
 * follows a heading that is replaced, and ends when the visitor moves the focus. Returns a function that
 * stops it.
 */
export function followHeading(content: HTMLElement): () => void {
  let target: HTMLElement | undefined;
  const focus = () => {
    const heading = content.querySelector<HTMLElement>('h1');
    const next = heading ?? content;
    if (target?.isConnected && (target !== content || next === content)) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    // A heading of a screen that is still hidden takes no focus yet.
    target = document.activeElement === next ? next : content;
  };
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    const isLost = !target?.isConnected && activeElement === document.body;
    if (activeElement === target || isLost) focus();
    else observer.disconnect();
  });
  focus();
  observer.observe(content, {
    childList: true,
    subtree: true,
    attributeFilter: ['style', 'hidden', 'inert'],
  });
  return () => observer.disconnect();
}
