import { lazyWithRetry } from '@fareline/ui-theme';

/** Loaded when a list with fares is there, to keep it out of the first screen of a search. */
export const CompareFares = lazyWithRetry(() => import('./compare-fares.tsx'));
