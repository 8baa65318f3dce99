import { lockOthersOut, verificationLinkOnce } from '@fareline/contracts/promises';
import { button, link, paragraph, type MailBrand, type MailContent } from '@fareline/mails';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import { getLinkOrigin } from '../mail/link-origin.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import { greet, type NamedUser } from '../users/mail-names.ts';
import { insertMailedToken } from '../users/mailed-token.repository.ts';
import { findById } from '../users/user.repository.ts';

/** Says that an account was made with this address, and asks to confirm it. */
export const createVerificationMail = (
  { name }: MailBrand,
  origin: string,
  { user, token }: { user: NamedUser; token: string },
): MailContent => ({
  subject: `Confirm your email address for ${name}`,
  preheader: `Your account at ${name} is made.`,
  blocks: [
    paragraph(greet(user)),
    paragraph(
      `Your account at ${name} is made. Please confirm that this is your email address. ${verificationLinkOnce}`,
    ),
    button('Confirm email address', `${origin}/verify-email?token=${token}`),
    paragraph(
      'If you did not make an account, somebody else entered your address: please do not confirm it. ',
      `${lockOthersOut} by `,
      link('asking for a new password', `${origin}/forgot-password`),
    ),
  ],
});

/** The link with which a user verifies the email address; none when it is verified already. */
export const composeVerificationMail: ComposeMail = async ({ config, db }, { subject, payload }) => {
  const user = await findById(db, subject);
  if (!user || user.email_verified_at) return undefined;
  const token = await insertMailedToken(db, 'email-verification', user.id);
  const origin = getLinkOrigin(config, user, payload);
  const brand = await findBrandOrDefault(db, payload.brand);
  return { to: user.email, brand, origin, content: createVerificationMail(brand, origin, { user, token }) };
};
