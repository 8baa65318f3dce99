import type { Brand } from '@fareline/contracts';
import { renderMail, type MailContent, type RenderedMail } from '@fareline/mails';
import { createContactCopyMail } from '../contact/compose-contact-copy-mail.ts';
import { createVerificationMail } from '../email-verification/compose-verification-mail.ts';
import { createSecurityMail } from '../security-notices/compose-security-mail.ts';
import { createGuestAccountMail } from '../guest-accounts/compose-guest-account-mail.ts';
import { createDigestMail, createMessageMail } from '../mail/message-mail.ts';
import { createAccountDeletedMail } from '../own-data/compose-account-deleted-mail.ts';
import { createPasswordChangedMail } from '../passwords/compose-password-changed-mail.ts';
import { createResetMail } from '../passwords/compose-reset-mail.ts';

export const sampleToken = 'k3Jv0-sample-token-8Qz';

const verified = { username: 'ada', first_name: 'Ada', email_verified_at: new Date('2026-11-26T09:00:00Z') };
const unverified = { ...verified, email_verified_at: null };
const message = {
  replyTo: 'ada@example.com',
  subject: 'Contact form: refund, from Ada Byron',
  body: 'Name: Ada Byron\nE-mail: ada@example.com\n\nWhere is it?\nI have waited since Monday.',
};

/** Each mail of the service, for a brand whose links are at `origin`. */
export function sampleMails(brand: Brand, origin: string): { name: string; mail: RenderedMail }[] {
  const contents: Record<string, MailContent> = {
    'guest-account': createGuestAccountMail(brand, origin, { user: unverified, token: sampleToken }),
    'email-verification': createVerificationMail(brand, origin, { user: unverified, token: sampleToken }),
    'password-reset': createResetMail(brand, origin, { user: verified, token: sampleToken }),
    'password-changed': createPasswordChangedMail(brand, origin, {
      user: verified,
      changedAt: new Date('2026-11-28T14:05:00Z'),
    }),
    'staff-security': createSecurityMail(brand, origin, {
      ...{ user: verified, subject: 'A second factor was added' },
      sentence:
        'A new passkey was added to your account as a second factor. It was done with Chrome on Windows, from 192.0.2.7.',
    }),
    'account-deleted': createAccountDeletedMail(brand, origin),
    'contact-copy': createContactCopyMail(brand, origin, {
      topic: 'refund',
      excerpt: 'Where is it?\nI have waited since Monday.',
    }),
    text: createMessageMail(message),
    'text-digest': createDigestMail([message, { ...message, subject: 'Contact form: other, from Bo' }]),
  };
  return Object.entries(contents).map(([name, content]) => ({
    name,
    mail: renderMail(brand, origin, content),
  }));
}
