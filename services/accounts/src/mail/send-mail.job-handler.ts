import { defineJobHandler, type SendMail } from '@fareline/service-kit';
import type { Database } from '../db/schema.ts';
import { msUntilMailDue, sendDueMails } from './outbox.ts';
import { sendMailJob } from './send-mail.job.ts';

export const sendMailHandler = (db: Database, send: SendMail) =>
  defineJobHandler({
    job: sendMailJob,
    async run({ mailId }) {
      await sendDueMails(db, send, mailId);
      const waitMs = await msUntilMailDue(db, mailId);
      return waitMs === undefined ? undefined : { rescheduleInMs: waitMs };
    },
  });
