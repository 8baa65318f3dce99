import { msUntilDue, rerunWhenDue } from '@fareline/service-kit/db/leases';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { leaseDueBookings } from './booking-lease.repository.ts';

/** Continues one waiting booking when its row is due. (MONEY-25) */
export const advanceBookingJob = defineJob({
  name: 'advance-booking',
  payload: z.object({ bookingId: z.uuid() }),
});

export const advanceBookingHandler = (deps: Deps) =>
  defineJobHandler({
    job: advanceBookingJob,
    async run({ bookingId }) {
      for (const booking of await leaseDueBookings(deps, bookingId)) await deps.advanceBooking(deps, booking);
      const dueIn = await deps.db
        .selectFrom('bookings')
        .select(msUntilDue.as('ms'))
        .where('id', '=', bookingId)
        .where('state', 'in', deps.activeStates)
        .executeTakeFirst();
      return rerunWhenDue(dueIn);
    },
  });
