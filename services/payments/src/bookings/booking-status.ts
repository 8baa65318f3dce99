import type { BookingStatus } from '@fareline/contracts';
import type { BookingState } from '../db/schema.ts';

const statuses: Partial<Record<BookingState, BookingStatus>> = {
  confirmed: 'confirmed',
  cancelling: 'confirmed',
  accepting: 'confirmed',
  changing: 'confirmed',
  charging_change: 'confirmed',
  voiding_change: 'confirmed',
  cancelled: 'cancelled',
  cancelled_by_airline: 'cancelled',
  completed: 'completed',
};

/** The public status of an internal state. (API-17) */
export const toBookingStatus = (state: BookingState): BookingStatus => statuses[state] ?? 'pending';
