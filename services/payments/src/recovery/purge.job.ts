import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Deletes expired idempotency keys, card attempts and webhook events. */
export const purgeJob = (everyMs: number) => defineJob({ name: 'purge', payload: z.object({}), everyMs });
