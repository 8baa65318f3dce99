import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { purgeAttempts } from '@fareline/service-kit/limits/table-window';
import { purgeOutbox } from '@fareline/service-kit/outbox';
import { z } from 'zod';
import { purgeAuditEntries } from '../audit/audit.repository.ts';
import { purgeContactCases } from '../contact/contact-case.repository.ts';
import type { Deps } from '../deps.ts';
import { purgeSessions } from '../sessions/session.repository.ts';
import { purgeMailedTokens } from '../users/mailed-token.repository.ts';

const purgeJob = defineJob({ name: 'purge', payload: z.object({}), everyMs: 15 * 60_000 });

export const purgeHandler = ({ db, config }: Pick<Deps, 'config' | 'db'>) =>
  defineJobHandler({
    job: purgeJob,
    async run() {
      await purgeAttempts(db);
      await purgeSessions(db, config);
      await purgeMailedTokens(db);
      await purgeOutbox(db);
      await purgeAuditEntries(db);
      await purgeContactCases(db);
    },
  });
