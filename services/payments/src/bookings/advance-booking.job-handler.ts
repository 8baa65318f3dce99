import { defineJobHandler } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { rerunWhenDue, msUntilDue } from '../db/due.ts';
import { activeStates, leaseDueBookings } from '../recovery/lease-due.repository.ts';
import { advanceBooking } from './advance-booking.ts';
import { advanceBookingJob } from './advance-booking.job.ts';

export const advanceBookingHandler = (deps: Deps) =>
  defineJobHandler({
    job: advanceBookingJob,
    async run({ bookingId }) {
      for (const booking of await leaseDueBookings(deps, bookingId)) await advanceBooking(deps, booking);
      const dueIn = await deps.db
        .selectFrom('bookings')
        .select(msUntilDue.as('ms'))
        .where('id', '=', bookingId)
        .where('state', 'in', activeStates)
        .executeTakeFirst();
      return rerunWhenDue(dueIn);
    },
  });
