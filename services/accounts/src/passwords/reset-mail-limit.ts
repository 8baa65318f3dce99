import type { AttemptLimit } from '@fareline/service-kit';

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
