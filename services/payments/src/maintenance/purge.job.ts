import { retention } from '@fareline/contracts/retention';
import { purge } from '@fareline/service-kit/db/purge';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Deletes what the retention table keeps no longer. (GUARD-06) */
export const purgeHandler = ({ db, config }: Pick<Deps, 'config' | 'db'>) =>
  defineJobHandler({
    job: defineJob({ name: 'purge', payload: z.object({}), everyMs: config.HOUSEKEEPING_EVERY_MS }),
    run: () => purge(db, retention.payments),
  });
