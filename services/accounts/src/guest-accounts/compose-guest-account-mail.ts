import { firstPasswordLinkOnce, findWithoutPassword } from '@fareline/contracts/promises';
import { button, link, paragraph, type MailBrand, type MailContent } from '@fareline/mails';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import { callUs } from '../mail/call-us-mail.ts';
import { findResetSite } from '../mail/link-origin.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import { createResetToken } from '../passwords/create-reset-token.ts';
import { firstPasswordSeconds } from '../users/mailed-token.repository.ts';
import { greet, type NamedUser } from '../users/mail-names.ts';
import { findById } from '../users/user.repository.ts';

/** Tells a guest of the account that the booking has made, with the link to a password of their own. (DOC-02) */
export const createGuestAccountMail = (
  brand: MailBrand,
  origin: string,
  { user, token }: { user: NamedUser; token: string },
): MailContent => ({
  subject: `Your account at ${brand.name} is made`,
  preheader: 'Set a password to sign in with this email address.',
  blocks: [
    paragraph(greet(user)),
    paragraph(
      `With your booking at ${brand.name} (${new URL(origin).host}) an account was made for this email address, and the trip is in it.`,
    ),
    paragraph(`To sign in with this email address, set a password of your own. ${firstPasswordLinkOnce}`),
    button('Set your password', `${origin}/reset-password?token=${token}`),
    paragraph('Once it no longer works: ', link('ask for a new link', `${origin}/forgot-password`)),
    paragraph(findWithoutPassword, ' ', link('Find your trip', `${origin}/find-trip`)),
    paragraph('If you have booked nothing there, please ', ...callUs(brand, origin), '.'),
  ],
});

/** None once the guest has set a password. */
export const composeGuestAccountMail: ComposeMail = async (
  { config, db },
  { subject, payload, created_at },
) => {
  const user = await findById(db, subject);
  const token = user && (await createResetToken(db, user.id, created_at, firstPasswordSeconds));
  if (!token) return undefined;
  const site = await findResetSite(config, db, user, payload);
  const brand = await findBrandOrDefault(db, site.brand);
  const content = createGuestAccountMail(brand, site.origin, { user, token });
  return { to: user.email, brand, origin: site.origin, content };
};
