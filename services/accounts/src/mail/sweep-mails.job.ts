import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';

/** Sends what waits in the outbox. */
export const sendMailsJob = defineJob({ name: 'send-mails', payload: z.object({}), everyMs: 2000 });
