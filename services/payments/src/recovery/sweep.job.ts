import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Resumes rows whose job was lost. (MONEY-25) */
export const sweepJob = (everyMs: number) => defineJob({ name: 'sweep', payload: z.object({}), everyMs });
