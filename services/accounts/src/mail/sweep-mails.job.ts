import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { sendDueMails, type MailComposers } from './outbox.repository.ts';

/** Sends due mails of the outbox whose job was lost or could not be queued. */
const sweepMailsJob = defineJob({ name: 'sweep-mails', payload: z.object({}), everyMs: 2000 });

export const sweepMailsHandler = (deps: Deps, composers: MailComposers) =>
  defineJobHandler({
    job: sweepMailsJob,
    run: () => sendDueMails(deps, composers),
  });
