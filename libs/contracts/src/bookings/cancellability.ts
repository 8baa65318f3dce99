import { cancelOnceSettled, refundIsMailed } from '../promises/refunds.ts';

/** How a booking can be cancelled now, or why it cannot. (TRIPS-19, REFUND-03) */
export const cancellabilities = [
  'first_24_hours',
  'airline_change',
  'by_fare',
  'non_refundable',
  'as_credit',
  'departed',
  'completed',
  'cancelled',
  'cancelled_by_airline',
  'changing',
  'unconfirmed',
] as const;
export type Cancellability = (typeof cancellabilities)[number];

/** Why a booking cannot be cancelled; null where the airline is asked what comes back. */
export const cancellationRefusals: Record<Cancellability, string | null> = {
  first_24_hours: null,
  airline_change: null,
  by_fare: null,
  non_refundable: 'The airline gives nothing back for this ticket, so it cannot be cancelled here.',
  as_credit: null,
  departed: 'This trip has begun, so it cannot be cancelled here.',
  completed: 'This trip is over and cannot be cancelled.',
  cancelled: 'This booking has been cancelled already.',
  cancelled_by_airline: `The airline has cancelled this booking. ${refundIsMailed}`,
  changing: `A change of this booking is under way. ${cancelOnceSettled}`,
  unconfirmed: `The airline has not confirmed this booking yet. ${cancelOnceSettled}`,
};
