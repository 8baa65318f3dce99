import { defineJobHandler } from '@fareline/service-kit';
import type { Context } from '../context.ts';
import { completeTripsJob } from './complete-trips.job.ts';
import { completeTrips } from './complete-trips.ts';

export const completeTripsHandler = (context: Context) =>
  defineJobHandler({
    job: completeTripsJob(context.config.HOUSEKEEPING_EVERY_MS),
    async run() {
      await completeTrips(context);
    },
  });
