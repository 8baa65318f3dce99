import { defineJob, type Jobs } from '@fareline/service-kit';
import { z } from 'zod';

/** Sends one mail of the outbox. */
export const sendMailJob = defineJob({ name: 'send-mail', payload: z.object({ mailId: z.uuid() }) });

/** Call it after the commit of the mail's row. Does not wait for the queue, because the sweep sends mails without a job. */
export const enqueueSendMail = (jobs: Jobs, mailId: string): void => {
  void jobs.enqueue(sendMailJob, { mailId }, { jobId: `mail-${mailId}` });
};
