import { defineJobHandler, type SendMail } from '@fareline/service-kit';
import type { Db } from '../db/tables.ts';
import { sendDueMails } from './outbox.ts';
import { sweepMailsJob } from './sweep-mails.job.ts';

export const sweepMailsHandler = (db: Db, send: SendMail) =>
  defineJobHandler({ job: sweepMailsJob, run: () => sendDueMails(db, send) });
