import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import { getLinkOrigin } from '../mail/link-origin.ts';
import { describeAccount, greet } from '../users/mail-names.ts';
import { findById } from '../users/user.repository.ts';

const formatTime = (time: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;

/** Tells a user with a verified email address that a new password was set. (ACCOUNT-02) */
export const composePasswordChangedMail: ComposeMail = async (
  { config, db },
  { subject, payload, created_at },
) => {
  const user = await findById(db, subject);
  if (!user?.email_verified_at) return undefined;
  const { name, contact } = await findBrandOrDefault(db, payload.brand);
  return {
    to: user.email,
    subject: `Your password for ${name} was changed`,
    text: [
      greet(user),
      '',
      `a new password was set for ${describeAccount(user, name)} on ${formatTime(created_at)}.`,
      'Everybody who was signed in with the old one is signed out.',
      '',
      'If that was you, there is nothing to do.',
      `If it was not you, set a new password now at ${getLinkOrigin(config, user, payload)}/forgot-password`,
      ...(contact.phone ? [`and call us: ${contact.phone}`] : []),
    ].join('\n'),
  };
};
