import { forgotPasswordContract } from '@fareline/contracts/services';
import { readBrandKey, registerRoute, routePlugin } from '@fareline/service-kit';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { Deps } from '../deps.ts';
import { insertMail, type NewMail } from '../mail/outbox.repository.ts';
import { findByEmail, type UserRow } from '../users/user.repository.ts';
import { insertResetToken } from './reset-token.repository.ts';

const createResetMail = (user: UserRow, brandName: string, link: string): NewMail => ({
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

export const forgotPasswordRoute = routePlugin(
  { name: 'forgot-password', dependencies: ['form-request-limit'] },
  (app, { db, config, enqueue }: Deps) => {
    registerRoute(app, forgotPasswordContract, async ({ body, request }) => {
      const brand = await findBrandOrDefault(db, readBrandKey(request));
      const user = await findByEmail(db, body.email);
      if (user) {
        const origin = config.SITE_ORIGIN[0] as string;
        const mailId = await db.transaction().execute(async (trx) => {
          const token = await insertResetToken(trx, user.id);
          const link = `${origin}/reset-password?token=${token}`;
          return insertMail(trx, createResetMail(user, brand.name, link));
        });
        enqueue.mail(mailId);
      }
      return {
        success: true as const,
        message: 'If an account has this address, a link is on its way. It works for one hour.',
      };
    });
  },
);
