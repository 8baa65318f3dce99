import { defineJobHandler, type SendMail } from '@fareline/service-kit';
import type { Database } from '../db/schema.ts';
import { sendDueMails } from './outbox.ts';
import { sweepMailsJob } from './sweep-mails.job.ts';

export const sweepMailsHandler = (db: Database, send: SendMail) =>
  defineJobHandler({ job: sweepMailsJob, run: () => sendDueMails(db, send) });
