import { defineJobHandler } from '@fareline/service-kit';
import type { Context } from '../context.ts';
import { againWhenDue, msUntilDue } from '../db/due.ts';
import { atWork, takeDueBookings } from '../recovery/take-due.ts';
import { advance } from './advance.ts';
import { advanceBookingJob } from './advance-booking.job.ts';

export const advanceBookingHandler = (context: Context) =>
  defineJobHandler({
    job: advanceBookingJob,
    async run({ bookingId }) {
      for (const booking of await takeDueBookings(context, bookingId)) await advance(context, booking);
      const waiting = await context.db
        .selectFrom('bookings')
        .select(msUntilDue.as('ms'))
        .where('id', '=', bookingId)
        .where('state', 'in', atWork)
        .executeTakeFirst();
      return againWhenDue(waiting);
    },
  });
