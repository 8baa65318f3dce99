import { defineJobHandler } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { completeTripsJob } from './complete-trips.job.ts';
import { completeTrips } from './complete-trips.ts';

export const completeTripsHandler = (deps: Deps) =>
  defineJobHandler({
    job: completeTripsJob(deps.config.HOUSEKEEPING_EVERY_MS),
    async run() {
      await completeTrips(deps);
    },
  });
