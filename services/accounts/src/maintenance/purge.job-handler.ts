import { defineJobHandler } from '@fareline/service-kit';
import type { Db } from '../db/tables.ts';
import { deleteExpiredAttempts } from '../limits/attempts.ts';
import { purgeJob } from './purge.job.ts';

export const purgeHandler = (db: Db) =>
  defineJobHandler({
    job: purgeJob,
    async run() {
      await deleteExpiredAttempts(db);
    },
  });
