import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Tells one fact of a booking: a mail to be sent, an account to be made. */
export const dispatchOutboxJob = defineJob({
  name: 'dispatch-outbox',
  payload: z.object({ outboxId: z.int() }),
});

export const enqueueOutbox = ({ enqueue }: Pick<Deps, 'enqueue'>, outboxId: number, delayMs = 0) =>
  enqueue(dispatchOutboxJob, { outboxId }, { jobId: `outbox-${outboxId}`, delayMs });
