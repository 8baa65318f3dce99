import { startJobs, type Jobs } from '@fareline/service-kit/jobs/jobs';
import type { Deps, Enqueue } from './deps.ts';
import { composeVerificationMail } from './email-verification/compose-verification-mail.ts';
import { composeTextMail } from './mail/compose-text-mail.ts';
import type { MailComposers } from './mail/outbox.repository.ts';
import { sendMailHandler, sendMailJob } from './mail/send-mail.job.ts';
import { sweepMailsHandler } from './mail/sweep-mails.job.ts';
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
  return startJobs({
    name: 'accounts',
    redisUrl: config.JOBS_REDIS_URL,
    handlers: [
      sendMailHandler(deps, mailComposers),
      sweepMailsHandler(deps, mailComposers),
      purgeHandler(deps),
    ],
    log,
    prefix: `{${config.DATABASE_SCHEMA}}`,
    metrics,
  });
}

export const createEnqueue = (jobs: Jobs): Enqueue => ({
  mail: (mailId) => void jobs.enqueue(sendMailJob, { mailId }, { jobId: `mail-${mailId}` }),
});
