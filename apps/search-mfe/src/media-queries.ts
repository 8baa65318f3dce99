import { mobileBreakpoint } from '@fareline/ui-theme';

/** Screens that are wider than a phone. */
export const aboveMobile = `(min-width: ${mobileBreakpoint}px)`;
