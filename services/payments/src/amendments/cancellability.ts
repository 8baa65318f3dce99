import {
  getConfirmedCancellability,
  type Cancellability,
  type CancellationMoment,
} from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
import type { BookingState } from '../db/schema.ts';

const otherStates: Partial<Record<BookingState, Cancellability>> = {
  completed: 'completed',
  cancelling: 'cancelled',
  accepting: 'changing',
  changing: 'changing',
  charging_change: 'changing',
  voiding_change: 'changing',
  cancelled: 'cancelled',
  cancelled_by_airline: 'cancelled_by_airline',
};

type Facts = Pick<Booking, 'state' | 'created_at' | 'booking_data'>;

/** Whether and how a booking can be cancelled. (TRIPS-19) */
export const getCancellability = ({ state, created_at, booking_data }: Facts, now: Date): Cancellability =>
  state === 'confirmed'
    ? getConfirmedCancellability(booking_data, created_at, now)
    : (otherStates[state] ?? 'unconfirmed');

export const getCancellationMoment = (booking: Facts, now: Date): CancellationMoment => ({
  created_at: booking.created_at.toISOString(),
  cancellability: getCancellability(booking, now),
});
