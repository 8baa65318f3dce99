import { AppError } from '@fareline/service-kit/app-error';
import { countAttempts, formatWait, type AttemptLimit } from '@fareline/service-kit/limits/attempts';
import type { Database } from '../db/schema.ts';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/** Throws TOO_MANY_REQUESTS with what to do meanwhile when one of the limits is reached. (LIMIT-05) */
export async function countMail(db: Database, limits: AttemptLimit[], advice: string): Promise<void> {
  const reached = await countAttempts(db, limits);
  if (reached)
    throw new AppError('TOO_MANY_REQUESTS', {
      message: `${advice} Please try again in ${formatWait(reached.retryAfterSeconds)}.`,
      retryAfterSeconds: reached.retryAfterSeconds,
      limit: 'mails',
    });
}

/** At these, dots in the name of a mailbox mean nothing. */
const domainsWithoutDots = ['gmail.com', 'googlemail.com'];

/** The email address without what leads to the same mailbox: `a.b+tag@googlemail.com` as `ab@gmail.com`. Only for limits. */
function toMailbox(email: string): string {
  const [, name = '', domain = ''] = /^([^+]*).*@(.*)$/.exec(email) ?? [];
  return domainsWithoutDots.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/**
 * What mails to an email address are counted for: all sub-addresses of a mailbox together, of which anyone can invent more. The
 * mailbox's own address is counted alone, so that strangers who use those up leave its user the mails. (LIMIT-05)
 */
export function toMailTarget(email: string): string {
  const address = email.toLowerCase();
  const mailbox = toMailbox(address);
  return address === mailbox ? address : `sub-addresses of ${mailbox}`;
}

/**
 * Limits of verification mails to an email address, that of the registration included. A link works for three
 * days, so that after two days at the limit one still works.
 */
export const createVerificationMailLimits = (email: string): AttemptLimit[] => {
  const limit = { kind: 'verification mail', subject: toMailTarget(email) };
  return [
    { ...limit, max: 3, windowSeconds: hourSeconds },
    { ...limit, kind: `${limit.kind} in a day`, max: 6, windowSeconds: daySeconds },
  ];
};
