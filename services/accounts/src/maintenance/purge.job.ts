import { defineJob, defineJobHandler } from '@fareline/service-kit';
import { z } from 'zod';
import type { Db } from '../db/tables.ts';
import { deleteExpiredAttempts } from '../limits/attempts.ts';

/** Removes what no longer counts. */
export const tidyJob = defineJob({ name: 'tidy', payload: z.object({}), everyMs: 15 * 60_000 });

export const tidyHandler = (db: Db) =>
  defineJobHandler({
    job: tidyJob,
    async run() {
      await deleteExpiredAttempts(db);
    },
  });
