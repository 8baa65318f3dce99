import { registerContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { createVerificationMailLimits } from '../mail/mail-limits.ts';
import { insertMail, requireMailQueue } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { hashPassword, isCommonPassword, toHashClient } from '../users/password.ts';
import { insertUser } from '../users/user.repository.ts';

export const registerUserRoute = routePlugin(
  { name: 'register', dependencies: ['form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, registerContract, async ({ body, request }) => {
      if (isCommonPassword(body.password)) throw new AppError('PASSWORD_TOO_COMMON');
      await requireMailQueue(db, 'email-verification');
      const { username, email, firstName, lastName } = body;
      const passwordHash = await hashPassword(body.password, toHashClient(request));
      const site = await readMailSite(request);
      const mailId = await db.transaction().execute(async (trx) => {
        const linkOrigin = site.origin;
        const user = await insertUser(trx, {
          username,
          email,
          firstName,
          lastName,
          passwordHash,
          linkOrigin,
        });
        if (typeof user === 'string') throw new AppError(user);
        await insertAuditEntry(trx, { action: 'registered', actor: user, request });
        // Beyond the limit the account is made as well, and its user can ask for the mail later.
        const reached = await tableWindow(trx).count(createVerificationMailLimits(email));
        return reached
          ? undefined
          : insertMail(trx, { kind: 'email-verification', subject: user.id, ...site });
      });
      if (mailId) enqueue.mail(mailId);
      return { success: true as const, message: 'Your account has been created. Please sign in.' };
    });
  },
);
