import { createContext, use, useLayoutEffect } from 'react';

/** Called when the first screen is rendered; an error screen counts, the loading placeholder does not. */
export const OnFirstScreenContext = createContext<() => void>(() => undefined);

/** Calls the context's callback on mount; rendered in every screen except the loading placeholder. */
export function OnFirstScreen() {
  const onFirstScreen = use(OnFirstScreenContext);
  useLayoutEffect(onFirstScreen, [onFirstScreen]);
  return null;
}
