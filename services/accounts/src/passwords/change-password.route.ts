import { changePasswordContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { insertSession } from '../sessions/session.repository.ts';
import { setSession } from '../sessions/sessions.ts';
import { verifyCurrentPassword } from '../sessions/verify-current-password.ts';
import { hashPassword, isCommonPassword, toHashClient } from '../users/password.ts';
import { lockUser } from '../users/user.repository.ts';
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
        const locked = await lockUser(trx, id);
        // A concurrent change or reset has replaced the password that was verified above.
        if (locked?.password_hash !== user.password_hash) throw wrongPasswordError();
        await replacePassword(trx, id, passwordHash);
        const mail = { kind: 'password-changed', subject: id, ...site } as const;
        await insertAuditEntry(trx, { action: 'password_changed', actor: locked, request });
        return [await insertSession(trx, id, new Date()), await insertMail(trx, mail)] as const;
      });
      enqueue.mail(mailId);
      await setSession(deps, reply, { jti: sessionId, sub: id });
      return { success: true as const, message: 'Your password has been updated' };
    });
  },
);
