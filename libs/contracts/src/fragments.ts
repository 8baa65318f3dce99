import type { CancellationMoment } from './bookings/cancellation.ts';
import type { BookingData } from './schemas.ts';

/** Props of what a front end shows on the pages of another, by `<front end>/<fragment>`. */
export interface FragmentProps {
  /** The fare of a booking with its rules at a time, and a way to search its route again. */
  'search/fare': { booking: BookingData; moment: CancellationMoment };
  /** The airport of a route, by IATA code, with the suggestions of the search form. */
  'search/airport': {
    label: 'From' | 'To';
    value: string;
    error: string | undefined;
    onValueChange: (code: string) => void;
  };
  /** The next trip of the signed-in user; nothing without one. */
  'account/next-trip': object;
}
