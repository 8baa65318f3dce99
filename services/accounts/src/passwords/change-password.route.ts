import { changePasswordContract } from '@fareline/contracts/services';
import { AppError, registerRoute, requireUser, routePlugin } from '@fareline/service-kit';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import {
  acceptPasswordAttempt,
  countPasswordAttempt,
  createPasswordAttempt,
} from '../limits/password-attempts.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { insertSession } from '../sessions/session.repository.ts';
import { setSession } from '../sessions/sessions.ts';
import { hashPassword, isCommonPassword, verifyPassword } from '../users/password.ts';
import { findById, lockUser } from '../users/user.repository.ts';
import { replacePassword } from './replace-password.ts';

const wrongPasswordError = () => new AppError('CURRENT_PASSWORD_WRONG');

export const changePasswordRoute = routePlugin(
  { name: 'change-password', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    const { db, config, enqueue } = deps;
    registerRoute(app, changePasswordContract, async ({ body, request, reply }) => {
      const { id } = requireUser(request);
      const attempt = createPasswordAttempt(config, {
        kind: 'password-change',
        account: id,
        ipAddress: request.ip,
      });
      await countPasswordAttempt(db, attempt);
      const user = await findById(db, id);
      if (!user || !(await verifyPassword(user.password_hash, body.currentPassword)))
        throw wrongPasswordError();
      await acceptPasswordAttempt(db, attempt);

      if (isCommonPassword(body.newPassword)) throw new AppError('PASSWORD_TOO_COMMON');
      const passwordHash = await hashPassword(body.newPassword);
      const site = await readMailSite(request);
      const [sessionId, mailId] = await db.transaction().execute(async (trx) => {
        const locked = await lockUser(trx, id);
        // A concurrent change or reset has replaced the password that was verified above.
        if (locked?.password_hash !== user.password_hash) throw wrongPasswordError();
        await replacePassword(trx, id, passwordHash);
        const mail = { kind: 'password-changed', userId: id, ...site } as const;
        await insertAuditEntry(trx, {
          action: 'password_changed',
          actor: locked,
          subject: locked.username,
          request,
        });
        return [await insertSession(trx, id, new Date()), await insertMail(trx, mail)] as const;
      });
      enqueue.mail(mailId);
      await setSession(deps, reply, { jti: sessionId, sub: id });
      return { success: true as const, message: 'Your password has been updated' };
    });
  },
);
