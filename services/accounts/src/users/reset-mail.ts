import type { NewMail } from '../mail/outbox.ts';
import type { UserRow } from './user.repository.ts';

export const createResetMail = ({
  user,
  brandName,
  link,
}: {
  user: UserRow;
  brandName: string;
  link: string;
}): NewMail => ({
  recipient: user.email,
  replyTo: null,
  subject: `Set a new password for ${brandName}`,
  body: [
    `Hello ${user.first_name ?? user.username},`,
    '',
    `somebody asked for a new password for your ${brandName} account (user name ${user.username}).`,
    'This link lets you set one. It works once, within the next hour:',
    '',
    link,
    '',
    'If that was not you, there is nothing to do: your password stays as it is.',
  ].join('\n'),
});
