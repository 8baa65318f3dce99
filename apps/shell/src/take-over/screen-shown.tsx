import { createContext, use, useLayoutEffect } from 'react';

/** Is told when the first real screen stands, of whatever kind. */
export const ScreenShownContext = createContext<() => void>(() => undefined);

/** Stands in every screen but the one that says that the page is loading. */
export function ScreenShown() {
  const show = use(ScreenShownContext);
  useLayoutEffect(show, [show]);
  return null;
}
