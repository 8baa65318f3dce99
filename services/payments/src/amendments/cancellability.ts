import { getOpenChange, type Cancellability } from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
import { toInstant } from '../bookings/local-time.ts';
import type { BookingState } from '../db/schema.ts';

const firstPeriodMs = 24 * 3600_000;

const endStates: Partial<Record<BookingState, Cancellability>> = {
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

export const hasCancellationOption = ({ booking_data }: Pick<Facts, 'booking_data'>): boolean =>
  booking_data.conditions.cancellation_options.length > 0;

function hasDeparted({ booking_data }: Facts, now: Date): boolean {
  const first = booking_data.slices[0]?.segments[0];
  return Boolean(first?.departing_at && toInstant(first.departing_at, first.origin.time_zone) <= now);
}

/**
 * Whether and how a booking can be cancelled. Whatever its fare, the airline is asked in the first 24 hours, and after a change that it
 * made. (TRIPS-19, REFUND-03, TRIP-05)
 */
export function getCancellability(booking: Facts, now: Date): Cancellability {
  if (booking.state !== 'confirmed') return endStates[booking.state] ?? 'unconfirmed';
  if (hasDeparted(booking, now)) return 'departed';
  if (getOpenChange(booking.booking_data)?.actions.includes('cancel')) return 'airline_change';
  if (booking.booking_data.refunded_as_credit) return 'as_credit';
  if (now.getTime() - booking.created_at.getTime() < firstPeriodMs) return 'first_24_hours';
  return hasCancellationOption(booking) ? 'by_fare' : 'non_refundable';
}
