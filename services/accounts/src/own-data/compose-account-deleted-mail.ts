import { bookingsStay } from '@fareline/contracts/promises';
import { button, paragraph, type MailBrand, type MailContent } from '@fareline/mails';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import { callUs } from '../mail/call-us-mail.ts';
import type { ComposeMail } from '../mail/outbox.ts';

/** Says what is gone with an account and how its bookings are found. */
export const createAccountDeletedMail = (brand: MailBrand, origin: string): MailContent => ({
  subject: `Your account at ${brand.name} is deleted`,
  preheader: 'You are signed out everywhere.',
  blocks: [
    paragraph('Hello,'),
    paragraph(`Your account at ${brand.name} is deleted, as you asked. You are signed out everywhere.`),
    paragraph(bookingsStay),
    button('Find your trip', `${origin}/find-trip`),
    paragraph('If that was not you, please ', ...callUs(brand, origin), ' at once.'),
  ],
});

/** The mail to the address of a deleted account. (POLICY-09) */
export const composeAccountDeletedMail: ComposeMail = async ({ db }, { subject: to, payload }) => {
  const { origin } = payload;
  const brand = await findBrandOrDefault(db, payload.brand);
  return { to, brand, origin, content: createAccountDeletedMail(brand, origin) };
};
