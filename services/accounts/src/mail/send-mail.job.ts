import { defineJob, type Jobs } from '@fareline/service-kit';
import { z } from 'zod';

/** Sends one mail of the outbox. */
export const sendMailJob = defineJob({ name: 'send-mail', payload: z.object({ mailId: z.uuid() }) });

/** Called once the mail's row is committed. Not waited for: without the queue the sweep sends it. */
export const enqueueSendMail = (jobs: Jobs, mailId: string): void => {
  void jobs.enqueue(sendMailJob, { mailId }, { jobId: `mail-${mailId}` });
};
