import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Continues one waiting booking when its row is due. (MONEY-25) */
export const advanceBookingJob = defineJob({
  name: 'advance-booking',
  payload: z.object({ bookingId: z.uuid() }),
});

export const enqueueBooking = ({ enqueue }: Pick<Deps, 'enqueue'>, bookingId: string, delayMs = 0) =>
  enqueue(advanceBookingJob, { bookingId }, { jobId: `booking-${bookingId}`, delayMs });
