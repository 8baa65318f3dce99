import { defineJobHandler } from '@fareline/service-kit';
import type { Database } from '../db/schema.ts';
import { purgeAttempts } from '../limits/attempt.repository.ts';
import { purgeSessions } from '../sessions/session.repository.ts';
import { purgeResetTokens } from '../passwords/reset-token.repository.ts';
import { purgeJob } from './purge.job.ts';

export const purgeHandler = (db: Database) =>
  defineJobHandler({
    job: purgeJob,
    async run() {
      await purgeAttempts(db);
      await purgeSessions(db);
      await purgeResetTokens(db);
    },
  });
