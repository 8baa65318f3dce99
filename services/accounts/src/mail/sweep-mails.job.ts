import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Sends due mails of the outbox whose job was lost or could not be queued. */
export const sweepMailsJob = defineJob({ name: 'sweep-mails', payload: z.object({}), everyMs: 2000 });
