import { createContext, use, useLayoutEffect } from 'react';

/** Is told when the first real screen stands, of whatever kind. */
export const OnFirstScreenContext = createContext<() => void>(() => undefined);

/** Stands in every screen but the one that says that the page is loading. */
export function OnFirstScreen() {
  const onFirstScreen = use(OnFirstScreenContext);
  useLayoutEffect(onFirstScreen, [onFirstScreen]);
  return null;
}
