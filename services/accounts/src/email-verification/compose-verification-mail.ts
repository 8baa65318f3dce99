import { lockOthersOut, verificationLinkOnce } from '@fareline/contracts/promises';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import { getLinkOrigin } from '../mail/link-origin.ts';
import { greet } from '../users/mail-names.ts';
import { findById } from '../users/user.repository.ts';
import { insertMailedToken } from '../users/mailed-token.repository.ts';

/** The link with which a user verifies the email address; none when it is verified already. */
export const composeVerificationMail: ComposeMail = async ({ config, db }, { subject, payload }) => {
  const user = await findById(db, subject);
  if (!user || user.email_verified_at) return undefined;
  const token = await insertMailedToken(db, 'email-verification', user.id);
  const origin = getLinkOrigin(config, user, payload);
  const { name } = await findBrandOrDefault(db, payload.brand);
  return {
    to: user.email,
    subject: `Confirm your email address for ${name}`,
    text: [
      greet(user),
      '',
      `this email address was entered for a ${name} account.`,
      `If that was you, please confirm it. ${verificationLinkOnce}`,
      '',
      `${origin}/verify-email?token=${token}`,
      '',
      `If it was not you, do not open the link. ${lockOthersOut}`,
      `by asking for a new password at ${origin}/forgot-password`,
    ].join('\n'),
  };
};
