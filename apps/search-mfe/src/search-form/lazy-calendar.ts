import { Calendar, lazyWithRetry, PopoverPanel } from '@fareline/ui-theme';
import { DateSheet } from './lazy-date-sheet.ts';
import { aboveMobile } from '../media-queries.ts';

/** The calendar is not in the code of the form, which is the first thing that a visitor sees. */
export const DateCalendar = lazyWithRetry(() => import('./date-calendar.tsx'));

/** Loads the calendar's code before it is opened. */
export function preloadDateCalendar(): void {
  DateCalendar.preload();
  Calendar.preload();
  if (window.matchMedia(aboveMobile).matches) PopoverPanel.preload();
  else DateSheet.preload();
}
