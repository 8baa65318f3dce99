import { lazyWithRetry } from '@fareline/ui-theme';

/** A file of its own, because the calendar and what loads the calendar both use it. */
export const DateSheet = lazyWithRetry(() => import('./date-sheet.tsx'));
