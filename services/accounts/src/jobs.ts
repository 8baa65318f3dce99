import type { JobHandler } from '@fareline/service-kit/jobs/define-job';
import { destroyUnusedKeysHandler } from '@fareline/service-kit/db/row-keys';
import type { JobQueue } from '@fareline/service-kit/jobs/job-queue';
import { dispatchOutboxHandler, dispatchOutboxJob, sweepOutboxHandler } from '@fareline/service-kit/outbox';
import type { Deps, Enqueue } from './deps.ts';
import { composeContactCopyMail } from './contact/compose-contact-copy-mail.ts';
import { composeVerificationMail } from './email-verification/compose-verification-mail.ts';
import { composeGuestAccountMail } from './guest-accounts/compose-guest-account-mail.ts';
import { composeTextMail, createOutbox, type MailComposers } from './mail/outbox.ts';
import { purgeEveryMs, purgeHandler } from './maintenance/purge.job.ts';
import { composeAccountDeletedMail } from './own-data/compose-account-deleted-mail.ts';
import { composeSecurityMail } from './security-notices/compose-security-mail.ts';
import { composePasswordChangedMail } from './passwords/compose-password-changed-mail.ts';
import { composeResetMail } from './passwords/compose-reset-mail.ts';

const mailComposers: MailComposers = {
  'account-deleted': composeAccountDeletedMail,
  'contact-copy': composeContactCopyMail,
  'email-verification': composeVerificationMail,
  'guest-account': composeGuestAccountMail,
  'password-changed': composePasswordChangedMail,
  'password-reset': composeResetMail,
  'staff-security': composeSecurityMail,
  text: composeTextMail,
};

export function createHandlers(deps: Deps): JobHandler[] {
  const outbox = createOutbox(deps, mailComposers);
  return [
    dispatchOutboxHandler(outbox),
    sweepOutboxHandler(outbox, 2000),
    purgeHandler(deps),
    destroyUnusedKeysHandler(deps.rowKeys, purgeEveryMs),
  ];
}

export const createEnqueue = (queue: JobQueue): Enqueue => ({
  mail: (mailId) => void queue.enqueue(dispatchOutboxJob, { outboxId: mailId }, { jobId: `mail-${mailId}` }),
});
