import { defineJobHandler, type SendMail } from '@fareline/service-kit';
import type { Db } from '../db/tables.ts';
import { msUntilMailDue, sendDueMails } from './outbox.ts';
import { sendMailJob } from './send-mail.job.ts';

export const sendMailHandler = (db: Db, send: SendMail) =>
  defineJobHandler({
    job: sendMailJob,
    async run({ mailId }) {
      await sendDueMails(db, send, mailId);
      const waitMs = await msUntilMailDue(db, mailId);
      return waitMs === undefined ? undefined : { rescheduleInMs: waitMs };
    },
  });
