import type { AttemptLimit } from '@fareline/service-kit';
import { toMailTarget } from '../mail/mail-limits.ts';

/**
 * Limit of reset mails to an email address, with or without an account. A link works as long as the time window lasts, so a
 * user whose limit a stranger has reached has a mail with a link that works. (LIMIT-05)
 */
export const createResetMailLimit = (email: string): AttemptLimit => ({
  kind: 'reset mail',
  subject: email.toLowerCase(),
  max: 3,
  windowSeconds: 3600,
});

/**
 * Limit of reset mails to unverified users, counted when a mail is sent: a stranger can register any number of sub-addresses of a
 * mailbox. Verified users have the limit of their address only, so that strangers cannot use it up at other sub-addresses.
 */
export const createUnverifiedResetMailLimit = (email: string): AttemptLimit => ({
  ...createResetMailLimit(toMailTarget(email)),
  kind: 'reset mail to an unverified user',
});
