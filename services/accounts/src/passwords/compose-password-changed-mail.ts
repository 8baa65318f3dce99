import { button, paragraph, type MailBrand, type MailContent } from '@fareline/mails';
import { formatDateFull, formatTime } from '@fareline/presentation/formats';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import { callUs } from '../mail/call-us-mail.ts';
import { getLinkOrigin } from '../mail/link-origin.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import { describeAccount, greet, type NamedUser } from '../users/mail-names.ts';
import { findById } from '../users/user.repository.ts';

const sayWhen = (time: string): string => `${formatDateFull(time)} at ${formatTime(time)} UTC`;

/** Says when a new password was set, and what to do if it was another person. */
export const createPasswordChangedMail = (
  brand: MailBrand,
  origin: string,
  { user, changedAt }: { user: NamedUser; changedAt: Date },
): MailContent => ({
  subject: `Your password for ${brand.name} was changed`,
  preheader: 'If that was you, there is nothing to do.',
  blocks: [
    paragraph(greet(user)),
    paragraph(
      `A new password was set for ${describeAccount(user, brand.name)} on ${sayWhen(changedAt.toISOString())}. Everybody who was signed in with the old one is signed out.`,
    ),
    paragraph('If that was you, there is nothing to do.'),
    paragraph(
      'If it was not you, please ',
      ...callUs(brand, origin),
      ', and set a new password now by a link to this email address:',
    ),
    button('Ask for the link', `${origin}/forgot-password`),
  ],
});

/** Tells a user with a verified email address that a new password was set. (ACCOUNT-02) */
export const composePasswordChangedMail: ComposeMail = async (
  { config, db },
  { subject, payload, created_at },
) => {
  const user = await findById(db, subject);
  if (!user?.email_verified_at) return undefined;
  const brand = await findBrandOrDefault(db, payload.brand);
  const origin = getLinkOrigin(config, user, payload);
  const content = createPasswordChangedMail(brand, origin, { user, changedAt: created_at });
  return { to: user.email, brand, origin, content };
};
