import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Finds what the queue forgot. (MONEY-25) */
export const sweepJob = (everyMs: number) => defineJob({ name: 'sweep', payload: z.object({}), everyMs });
