import { defineJobHandler } from '@fareline/service-kit';
import type { Db } from '../db/tables.ts';
import { purgeAttempts } from '../limits/attempts.ts';
import { purgeSessions } from '../sessions/session.repository.ts';
import { purgeResetTokens } from '../users/reset-tokens.ts';
import { purgeJob } from './purge.job.ts';

export const purgeHandler = (db: Db) =>
  defineJobHandler({
    job: purgeJob,
    async run() {
      await purgeAttempts(db);
      await purgeSessions(db);
      await purgeResetTokens(db);
    },
  });
