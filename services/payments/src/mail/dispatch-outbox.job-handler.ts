import { defineJobHandler } from '@fareline/service-kit';
import type { Context } from '../context.ts';
import { againWhenDue, msUntilDue } from '../db/due.ts';
import { dispatchOutboxJob } from './dispatch-outbox.job.ts';
import { dispatchOutbox } from './outbox.ts';

export const dispatchOutboxHandler = (context: Context) =>
  defineJobHandler({
    job: dispatchOutboxJob,
    async run({ outboxId }) {
      await dispatchOutbox(context, outboxId);
      const waiting = await context.db
        .selectFrom('outbox')
        .select(msUntilDue.as('ms'))
        .where('id', '=', outboxId)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      return againWhenDue(waiting);
    },
  });
