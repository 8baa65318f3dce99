import { defineJobHandler, type SendMail } from '@fareline/service-kit';
import type { Db } from '../db/tables.ts';
import { sendDueMails } from './outbox.ts';
import { sendMailsJob } from './send-mails.job.ts';

export const sendMailsHandler = (db: Db, send: SendMail) =>
  defineJobHandler({
    job: sendMailsJob,
    async run() {
      await sendDueMails(db, send);
    },
  });
