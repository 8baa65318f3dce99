import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Completes bookings whose last flight has landed. */
export const completeTripsJob = (everyMs: number) =>
  defineJob({ name: 'complete-trips', payload: z.object({}), everyMs });
