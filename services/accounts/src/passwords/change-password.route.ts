import { changePasswordContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { describeOrigin } from '../security-notices/queue-security-mail.ts';
import { findFactorTime, insertSession } from '../sessions/session.repository.ts';
import { lockSessionUser, setSession } from '../sessions/sessions.ts';
import { verifyCurrentPassword } from '../sessions/verify-current-password.ts';
import { hashPassword, isCommonPassword, toHashClient } from '../users/password.ts';
import { replacePassword } from './replace-password.ts';

const wrongPasswordError = () => new AppError('CURRENT_PASSWORD_WRONG');

export const changePasswordRoute = routePlugin(
  { name: 'change-password', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    const { db, enqueue } = deps;
    registerRoute(app, changePasswordContract, async ({ body, request, reply }) => {
      const user = await verifyCurrentPassword(deps, request, body.currentPassword);
      if (!user) throw wrongPasswordError();
      const { id } = user;
      if (isCommonPassword(body.newPassword)) throw new AppError('PASSWORD_TOO_COMMON');
      const passwordHash = await hashPassword(body.newPassword, toHashClient(request));
      const site = await readMailSite(request);
      const [sessionId, mailId] = await db.transaction().execute(async (trx) => {
        // A concurrent change or reset of the password has ended the session.
        const locked = await lockSessionUser(trx, request);
        // A new password removes no second factor, and asks for none again.
        const factorAt = await findFactorTime(trx, request.session);
        await replacePassword(trx, id, passwordHash);
        const mail = { kind: 'password-changed', subject: id, ...site } as const;
        await insertAuditEntry(trx, { action: 'password_changed', actor: locked, request });
        const session = { authenticatedAt: new Date(), factorAt, ...describeOrigin(request) };
        return [await insertSession(trx, id, session), await insertMail(trx, mail)] as const;
      });
      enqueue.mail(mailId);
      await setSession(deps, reply, { jti: sessionId, sub: id });
      return { success: true as const, message: 'Your password has been updated' };
    });
  },
);
