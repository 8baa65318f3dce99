import { defineJobHandler } from '@fareline/service-kit';
import type { Db } from '../db/tables.ts';
import { deleteExpiredAttempts } from '../limits/attempts.ts';
import { deleteDeadSessions } from '../sessions/session.repository.ts';
import { deleteDeadResetTokens } from '../users/reset-tokens.ts';
import { purgeJob } from './purge.job.ts';

export const purgeHandler = (db: Db) =>
  defineJobHandler({
    job: purgeJob,
    async run() {
      await deleteExpiredAttempts(db);
      await deleteDeadSessions(db);
      await deleteDeadResetTokens(db);
    },
  });
