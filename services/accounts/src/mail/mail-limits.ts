import { perWindow, tooManyRequests } from '@fareline/service-kit/limits/per-window';
import { tableWindow, type AttemptLimit } from '@fareline/service-kit/limits/table-window';
import type { Database } from '../db/schema.ts';
import { limits } from '../limits.ts';

/** Throws TOO_MANY_REQUESTS with what to do meanwhile when one of the limits is reached. (LIMIT-05) */
export const countMail = (db: Database, mailLimits: AttemptLimit[], advice: string): Promise<void> =>
  perWindow(
    tableWindow(db),
    mailLimits,
    tooManyRequests('mails', (wait) => `${advice} Please try again in ${wait}.`),
  );

/** Domains where dots in the name of a mailbox mean nothing. */
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
function toMailTarget(email: string): string {
  const address = email.toLowerCase();
  const mailbox = toMailbox(address);
  return address === mailbox ? address : `sub-addresses of ${mailbox}`;
}

/** Limit of mails of all kinds to an email address that anyone can ask for. (LIMIT-05) */
export const createMailboxLimit = (email: string): AttemptLimit => ({
  ...limits.mailsOfMailbox,
  subject: toMailTarget(email),
});

/** Limits of mails to an email address about the account that was made with it: a guest's, or the link that verifies the address. */
export const createVerificationMailLimits = (email: string): AttemptLimit[] => [
  ...limits.verificationMails.map((limit) => ({ ...limit, subject: toMailTarget(email) })),
  createMailboxLimit(email),
];

/** Limits of copies of contact messages to an email address. */
export const createContactCopyLimits = (email: string): AttemptLimit[] => [
  { ...limits.contactCopies, subject: toMailTarget(email) },
  createMailboxLimit(email),
];

/** Limit of reset mails to an email address, with or without an account. */
export const createResetMailLimit = (email: string): AttemptLimit => ({
  ...limits.resetMails,
  kind: 'reset mail',
  subject: email.toLowerCase(),
});

/**
 * Limit of reset mails to unverified users, because anyone can register sub-addresses of a mailbox. Verified
 * users have the limit of their own address only, which mails to sub-addresses cannot use up.
 */
export const createUnverifiedResetMailLimit = (email: string): AttemptLimit => ({
  ...createResetMailLimit(toMailTarget(email)),
  kind: 'reset mail to an unverified user',
});
