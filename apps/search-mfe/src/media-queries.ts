import { mobileBreakpoint } from '@fareline/ui-theme';

/** Screens that are wider than a phone. */
export const aboveMobile = `(min-width: ${mobileBreakpoint}px)`;

/** Smallest width in px at which a card of the results has its fares and price beside the flights. */
export const oneRowBreakpoint = 1280;

export const oneRow = `(min-width: ${oneRowBreakpoint}px)`;
