import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Dispatches one outbox event of a booking: sends an email or creates an account. */
export const dispatchOutboxJob = defineJob({
  name: 'dispatch-outbox',
  payload: z.object({ outboxId: z.int() }),
});

export const enqueueOutbox = ({ enqueue }: Pick<Deps, 'enqueue'>, outboxId: number, delayMs = 0) =>
  enqueue(dispatchOutboxJob, { outboxId }, { jobId: `outbox-${outboxId}`, delayMs });
