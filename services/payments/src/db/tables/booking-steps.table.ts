import type { Generated } from 'kysely';
import type { BookingState } from './bookings.table.ts';

/** Every step that a booking took, in order. Only ever added to. */
export interface BookingStepsTable {
  id: Generated<number>;
  booking_id: string;
  state: BookingState;
  at: Generated<Date>;
}
