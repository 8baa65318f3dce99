import { retention } from '@fareline/contracts/retention';
import { purge } from '@fareline/service-kit/db/purge';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { purgeSessions } from '../sessions/session.repository.ts';

export const purgeEveryMs = 15 * 60_000;

const purgeJob = defineJob({ name: 'purge', payload: z.object({}), everyMs: purgeEveryMs });

/** Deletes what the retention table keeps no longer. (GUARD-06, ACCOUNT-03) */
export const purgeHandler = ({ db, config }: Pick<Deps, 'config' | 'db'>) =>
  defineJobHandler({
    job: purgeJob,
    run: () => purge(db, retention.accounts, { sessionsEnded: () => purgeSessions(db, config) }),
  });
