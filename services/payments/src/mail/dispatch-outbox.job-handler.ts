import { defineJobHandler } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { rerunWhenDue, msUntilDue } from '../db/due.ts';
import { dispatchOutboxJob } from './dispatch-outbox.job.ts';
import { dispatchOutbox } from './dispatch-outbox.ts';

export const dispatchOutboxHandler = (deps: Deps) =>
  defineJobHandler({
    job: dispatchOutboxJob,
    async run({ outboxId }) {
      await dispatchOutbox(deps, outboxId);
      const dueIn = await deps.db
        .selectFrom('outbox')
        .select(msUntilDue.as('ms'))
        .where('id', '=', outboxId)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      return rerunWhenDue(dueIn);
    },
  });
