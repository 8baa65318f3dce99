import { Calendar, lazyWithRetry, mobileBreakpoint, PopoverPanel } from '@fareline/ui-theme';
import { DateSheet } from './lazy-date-sheet.ts';

/** Not in the code of the form, which is the first thing that a visitor sees. */
export const DateCalendar = lazyWithRetry(() => import('./date-calendar.tsx'));

const wideScreen = `(min-width: ${mobileBreakpoint}px)`;

/** Loads the calendar's code before it is opened. */
export function preloadDateCalendar(): void {
  DateCalendar.preload();
  Calendar.preload();
  if (window.matchMedia(wideScreen).matches) PopoverPanel.preload();
  else DateSheet.preload();
}
