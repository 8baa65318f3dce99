import type { Generated } from 'kysely';
import type { BookingState } from './bookings.table.ts';

/** All state transitions of a booking in sequence; append-only. */
export interface BookingStepsTable {
  id: Generated<number>;
  booking_id: string;
  state: BookingState;
  at: Generated<Date>;
}
