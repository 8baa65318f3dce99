import type { AttemptLimit } from '@fareline/service-kit/limits/attempts';
import { toMailTarget } from '../mail/mail-limits.ts';

/**
 * Limit of reset mails to an email address, with or without an account. A link works for as long as the
 * window, so that a user whose limit is used up has a link that works. (LIMIT-05)
 */
export const createResetMailLimit = (email: string): AttemptLimit => ({
  kind: 'reset mail',
  subject: email.toLowerCase(),
  max: 3,
  windowSeconds: 3600,
});

/**
 * Limit of reset mails to unverified users, because anyone can register sub-addresses of a mailbox. Verified
 * users have the limit of their own address only, which mails to sub-addresses cannot use up.
 */
export const createUnverifiedResetMailLimit = (email: string): AttemptLimit => ({
  ...createResetMailLimit(toMailTarget(email)),
  kind: 'reset mail to an unverified user',
});
