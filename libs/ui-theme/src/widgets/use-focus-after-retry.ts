import { useEffect, useRef } from 'react';

/**
 * Focuses the heading or the message of a state whose element with the focus is gone: of an error, and of every state that
 * follows Try Again. Returns the ref of the root element and the function that Try Again calls.
 */
export function useFocusAfterRetry(state: 'loading' | 'failed' | 'loaded') {
  const root = useRef<HTMLDivElement>(null);
  const hasRetried = useRef(false);
  useEffect(() => {
    if (!(hasRetried.current || state === 'failed') || document.activeElement !== document.body) return;
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
    // A page may have other status texts before its heading.
    const target = find('h1') ?? find('[role="status"]');
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [state]);
  const markRetried = () => {
    hasRetried.current = true;
  };
  return { root, markRetried };
}
