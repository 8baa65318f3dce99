import { button, paragraph, type MailBrand, type MailContent } from '@fareline/mails';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import { getLinkOrigin } from '../mail/link-origin.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import { greet, type NamedUser } from '../users/mail-names.ts';
import { findById } from '../users/user.repository.ts';

interface SecurityNotice {
  user: NamedUser;
  subject: string;
  sentence: string;
}

/** Tells a member of staff what was done to their account, and what to do if it was another person. */
export const createSecurityMail = (
  brand: Pick<MailBrand, 'name'>,
  origin: string,
  { user, subject, sentence }: SecurityNotice,
): MailContent => ({
  subject: `${subject} (${brand.name})`,
  preheader: 'If that was you, there is nothing to do.',
  blocks: [
    paragraph(greet(user)),
    paragraph(sentence),
    paragraph('If that was you, there is nothing to do.'),
    paragraph(
      'If it was not you, tell an administrator at once, and set a new password by a link to this email address:',
    ),
    button('Ask for the link', `${origin}/forgot-password`),
  ],
});

export const composeSecurityMail: ComposeMail = async ({ config, db }, { subject, payload }) => {
  const user = await findById(db, subject);
  if (!user || !payload.security) return undefined;
  const brand = await findBrandOrDefault(db, payload.brand);
  const origin = getLinkOrigin(config, user, payload);
  return {
    ...{ to: user.email, brand, origin },
    content: createSecurityMail(brand, origin, { user, ...payload.security }),
  };
};
