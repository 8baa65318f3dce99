import { useSyncExternalStore } from 'react';

export type ConsentChoice = 'granted' | 'denied';

const storageKey = 'consent';
const listeners = new Set<() => void>();

/** The visitor's answer about analytics and advertising tags; undefined before there is one. */
export function readConsent(): ConsentChoice | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'granted' || stored === 'denied' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the answer; where the browser stores nothing it holds for this page only as "not asked". (TRACK-08) */
export function saveConsent(choice: ConsentChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch (error) {
    console.warn('The answer could not be remembered.', error);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConsent = (): ConsentChoice | undefined => useSyncExternalStore(subscribe, readConsent);
