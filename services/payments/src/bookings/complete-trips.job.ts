import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Looks for trips that are over. */
export const completeTripsJob = (everyMs: number) =>
  defineJob({ name: 'complete-trips', payload: z.object({}), everyMs });
