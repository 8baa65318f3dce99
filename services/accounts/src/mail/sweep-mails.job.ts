import { defineJob, defineJobHandler } from '@fareline/service-kit';
import { defaultBrand } from '@fareline/contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { moveEarlierMails, sendDueMails, type MailComposers } from './outbox.repository.ts';

/** Sends due mails of the outbox whose job was lost or could not be queued, and those of the previous release. */
const sweepMailsJob = defineJob({ name: 'sweep-mails', payload: z.object({}), everyMs: 2000 });

export const sweepMailsHandler = (deps: Deps, composers: MailComposers) =>
  defineJobHandler({
    job: sweepMailsJob,
    async run() {
      await moveEarlierMails(deps.db, {
        brand: defaultBrand.id,
        origin: deps.config.SITE_ORIGIN[0] as string,
      });
      await sendDueMails(deps, composers);
    },
  });
