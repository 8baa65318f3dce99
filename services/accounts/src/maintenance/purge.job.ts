import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Deletes expired rows. */
export const purgeJob = defineJob({ name: 'purge', payload: z.object({}), everyMs: 15 * 60_000 });
