import { useSyncExternalStore } from 'react';

export type ConsentChoice = 'granted' | 'denied';

const storageKey = 'consent';
const listeners = new Set<() => void>();

/** The visitor's consent to analytics and advertising tags; undefined before the visitor has chosen. */
function readConsent(): ConsentChoice | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'granted' || stored === 'denied' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the choice; when the browser's storage is disabled the choice stays undefined. (TRACK-08) */
export function saveConsent(choice: ConsentChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch (error) {
    console.warn('The consent could not be stored.', error);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConsent = (): ConsentChoice | undefined =>
  useSyncExternalStore(subscribe, readConsent, () => undefined);
