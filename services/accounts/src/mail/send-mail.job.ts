import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { msUntilMailDue, sendDueMails, type MailComposers } from './outbox.repository.ts';

/** Sends one mail of the outbox. */
export const sendMailJob = defineJob({ name: 'send-mail', payload: z.object({ mailId: z.uuid() }) });

export const sendMailHandler = (deps: Deps, composers: MailComposers) =>
  defineJobHandler({
    job: sendMailJob,
    async run({ mailId }) {
      await sendDueMails(deps, composers, mailId);
      const waitMs = await msUntilMailDue(deps.db, mailId);
      return waitMs === undefined ? undefined : { rescheduleInMs: waitMs };
    },
  });
