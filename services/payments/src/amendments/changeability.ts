import {
  changeRefusals,
  getOpenChange,
  toInstant,
  type BookingDetail,
  type Changeability,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { BookingState } from '../db/schema.ts';
import { changingStates, type Booking } from '../bookings/booking.repository.ts';

type Facts = Pick<Booking, 'state' | 'booking_data'>;

const endedStates: readonly BookingState[] = ['completed', 'cancelling', 'cancelled', 'cancelled_by_airline'];

/** The indexes of the slices whose first flight has not departed. */
export const listFutureSlices = ({ booking_data: { slices } }: Facts, now: Date): number[] =>
  slices.flatMap(({ segments: [first] }, index) =>
    first?.departing_at && toInstant(first.departing_at, first.origin.time_zone) > now ? [index] : [],
  );

/** Whether and how the flights of a booking can be changed. After a change by the airline it says so itself. (TRIP-03, TRIP-05) */
function getChangeability(booking: Facts, now: Date): Changeability {
  const { state, booking_data: data } = booking;
  if (changingStates.includes(state)) return 'under_way';
  if (endedStates.includes(state)) return 'ended';
  if (state !== 'confirmed') return 'unconfirmed';
  if (listFutureSlices(booking, now).length === 0) return 'departed';
  if (getOpenChange(data)?.actions.includes('change')) return 'airline_change';
  const { changeable } = data.conditions;
  if (changeable === null) return 'not_said';
  return changeable ? 'by_fare' : 'not_allowed';
}

/** Bags do not depend on the rules of the fare. (TRIP-04) */
const canAddBags = (changeability: Changeability): boolean =>
  changeRefusals[changeability] === null || changeability === 'not_allowed';

export function getChangeOptions(booking: Facts, now: Date): BookingDetail['change_options'] {
  const changeability = getChangeability(booking, now);
  return {
    changeability,
    slices: changeRefusals[changeability] === null ? listFutureSlices(booking, now) : [],
    bags: canAddBags(changeability),
  };
}

/** Why the booking cannot be changed now; null where the airline is asked. */
export function findChangeRefusal(booking: Facts, kind: 'flights' | 'bags', now: Date): string | null {
  const changeability = getChangeability(booking, now);
  return kind === 'bags' && canAddBags(changeability) ? null : changeRefusals[changeability];
}

/** Throws BOOKING_NOT_CHANGEABLE with the reason, unless the airline is asked. */
export function assertChangeable(booking: Facts, kind: 'flights' | 'bags', now: Date): void {
  const message = findChangeRefusal(booking, kind, now);
  if (message !== null) throw new AppError('BOOKING_NOT_CHANGEABLE', { message });
}
