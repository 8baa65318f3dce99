import { defineJob, defineJobHandler } from '@fareline/service-kit';
import { z } from 'zod';

/** Makes recovery prompt after a step that has to wait; without the queue the service's own interval does the same. */
export const sweepJob = (everyMs: number) => defineJob({ name: 'sweep', payload: z.object({}), everyMs });

export const sweepJobHandler = (everyMs: number, wake: () => void) =>
  defineJobHandler({ job: sweepJob(everyMs), run: async () => wake() });
