import { resetPasswordContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { setEmailVerified } from '../email-verification/set-email-verified.ts';
import { rememberClient, toKnownClient } from '../limits/password-attempts.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { hashPassword, isCommonPassword, toHashClient } from '../users/password.ts';
import { lockUser } from '../users/user.repository.ts';
import { replacePassword } from './replace-password.ts';
import { findTokenUser } from '../users/mailed-token.repository.ts';

const invalidLinkError = () => new AppError('LINK_INVALID');

export const resetPasswordRoute = routePlugin(
  { name: 'reset-password', dependencies: ['form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, resetPasswordContract, async ({ body, request }) => {
      if (isCommonPassword(body.newPassword)) throw new AppError('PASSWORD_TOO_COMMON');
      // Checked first, so that an invalid link costs no hash computation.
      const userId = await findTokenUser(db, 'password-reset', body.token);
      if (!userId) throw invalidLinkError();
      const passwordHash = await hashPassword(body.newPassword, toHashClient(request));
      const site = await readMailSite(request);
      const mailId = await db.transaction().execute(async (trx) => {
        const user = await lockUser(trx, userId);
        // A concurrent reset or change may have ended this link.
        if (!user || !(await findTokenUser(trx, 'password-reset', body.token))) throw invalidLinkError();
        await replacePassword(trx, userId, passwordHash);
        // Its sign-in must get through while a stranger guesses.
        await rememberClient(trx, toKnownClient(userId, request.ip));
        // The link was mailed, so its user has the mailbox.
        await setEmailVerified(trx, userId, site.origin, request);
        await insertAuditEntry(trx, { action: 'password_reset', actor: user, request });
        return insertMail(trx, { kind: 'password-changed', subject: userId, ...site });
      });
      enqueue.mail(mailId);
      return { success: true as const, message: 'Your password has been updated' };
    });
  },
);
