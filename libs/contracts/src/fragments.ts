import type { BookingData } from './schemas.ts';

/** Props of what a front end shows on the pages of another, by `<front end>/<fragment>`. */
export interface FragmentProps {
  /** The fare of a booking with its rules, and a way to search its route again. */
  'search/fare': { booking: BookingData };
  /** The next trip of the signed-in user; nothing without one. */
  'account/next-trip': object;
}
