import { startJobs, type Jobs } from '@fareline/service-kit/jobs/jobs';
import { dispatchOutboxHandler, dispatchOutboxJob, sweepOutboxHandler } from '@fareline/service-kit/outbox';
import type { Deps, Enqueue } from './deps.ts';
import { composeVerificationMail } from './email-verification/compose-verification-mail.ts';
import { composeTextMail } from './mail/compose-text-mail.ts';
import { createOutbox, type MailComposers } from './mail/outbox.ts';
import { purgeHandler } from './maintenance/purge.job.ts';
import { composePasswordChangedMail } from './passwords/compose-password-changed-mail.ts';
import { composeResetMail } from './passwords/compose-reset-mail.ts';

const mailComposers: MailComposers = {
  'email-verification': composeVerificationMail,
  'password-changed': composePasswordChangedMail,
  'password-reset': composeResetMail,
  text: composeTextMail,
};

/** Starts the service's queue with all its jobs. */
export function startAccountsJobs(
  deps: Deps,
  metrics: Parameters<typeof startJobs>[0]['metrics'],
): Promise<Jobs> {
  const { config, log } = deps;
  const outbox = createOutbox(deps, mailComposers);
  return startJobs({
    name: 'accounts',
    redisUrl: config.JOBS_REDIS_URL,
    handlers: [dispatchOutboxHandler(outbox), sweepOutboxHandler(outbox, 2000), purgeHandler(deps)],
    log,
    prefix: `{${config.DATABASE_SCHEMA}}`,
    metrics,
  });
}

export const createEnqueue = (jobs: Jobs): Enqueue => ({
  mail: (mailId) => void jobs.enqueue(dispatchOutboxJob, { outboxId: mailId }, { jobId: `mail-${mailId}` }),
});
