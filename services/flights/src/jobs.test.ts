import type { JobQueue } from '@fareline/service-kit/jobs/job-queue';
import { expect, it } from 'vitest';
import { createEnqueue } from './jobs.ts';

it('[PROVIDER-05] enqueues no check of a cached offer while a thousand checks are waiting, but that of a fresh one', async () => {
  let delayed = 999;
  const queue = {
    remove: async () => undefined,
    enqueue: async () => true,
    countDelayed: async () => delayed,
  } as unknown as JobQueue;
  const { expiryCheck } = createEnqueue(queue);
  expect(await expiryCheck('off_1', 1_000, true)).toBe(true);
  delayed = 1_000;
  expect(await expiryCheck('off_2', 1_000, true)).toBe(false);
  expect(await expiryCheck('off_3', 1_000, false)).toBe(true);
});
