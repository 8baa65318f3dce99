import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Sends what waits in the outbox and has no job: what the queue forgot, or never heard of. */
export const sweepMailsJob = defineJob({ name: 'sweep-mails', payload: z.object({}), everyMs: 2000 });
