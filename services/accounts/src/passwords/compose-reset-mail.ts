import { resetLinkOnce, signInAfterReset } from '@fareline/contracts/promises';
import { button, paragraph, type MailBrand, type MailContent } from '@fareline/mails';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { Database } from '../db/schema.ts';
import { findResetSite } from '../mail/link-origin.ts';
import { createUnverifiedResetMailLimit } from '../mail/mail-limits.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import { describeAccount, greet, type NamedUser } from '../users/mail-names.ts';
import { findByEmail, type UserRow } from '../users/user.repository.ts';
import { createResetToken } from './create-reset-token.ts';

/** Whether a mail to an unverified user is beyond its limit. Counted once, not for each attempt to send it. (LIMIT-05) */
const isBeyondLimit = async (
  db: Database,
  user: UserRow,
  { attempts }: { attempts: number },
): Promise<boolean> =>
  !user.email_verified_at &&
  attempts === 0 &&
  (await tableWindow(db).count([createUnverifiedResetMailLimit(user.email)])) !== undefined;

/** The link with which a user sets a new password. (LOGIN-07) */
export const createResetMail = (
  { name }: MailBrand,
  origin: string,
  { user, token }: { user: NamedUser; token: string },
): MailContent => ({
  subject: `Set a new password for ${name}`,
  preheader: 'Somebody asked for it. If it was not you, there is nothing to do.',
  blocks: [
    paragraph(greet(user)),
    paragraph(
      `Somebody asked for a new password for ${describeAccount(user, name)}. This link lets you set one. ${resetLinkOnce}`,
    ),
    button('Set a new password', `${origin}/reset-password?token=${token}`),
    paragraph(signInAfterReset),
    paragraph('If you did not ask for it, there is nothing to do: your password stays as it is.'),
  ],
});

/** The mail to an address with an account; none to any other. (LOGIN-06, LOGIN-07) */
export const composeResetMail: ComposeMail = async ({ config, db }, mail) => {
  const { subject, payload, created_at } = mail;
  const user = await findByEmail(db, subject);
  if (!user || (await isBeyondLimit(db, user, mail))) return undefined;
  const token = await createResetToken(db, user.id, created_at);
  if (!token) return undefined;
  const site = await findResetSite(config, db, user, payload);
  const brand = await findBrandOrDefault(db, site.brand);
  const content = createResetMail(brand, site.origin, { user, token });
  return { to: user.email, brand, origin: site.origin, content };
};
