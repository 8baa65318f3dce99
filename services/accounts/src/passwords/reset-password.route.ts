import { resetPasswordContract } from '@fareline/contracts/services';
import { AppError, registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { hashPassword, isCommonPassword } from '../users/password.ts';
import { lockUser } from '../users/user.repository.ts';
import { replacePassword } from './replace-password.ts';
import { findResetUser } from './reset-token.repository.ts';

const invalidLinkError = () => new AppError('LINK_INVALID');

export const resetPasswordRoute = routePlugin(
  { name: 'reset-password', dependencies: ['form-request-limit'] },
  (app, { db }: Deps) => {
    registerRoute(app, resetPasswordContract, async ({ body }) => {
      if (isCommonPassword(body.newPassword)) throw new AppError('PASSWORD_TOO_COMMON');
      // Checked first, so that an invalid link costs no hash computation.
      const userId = await findResetUser(db, body.token);
      if (!userId) throw invalidLinkError();
      const passwordHash = await hashPassword(body.newPassword);
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        // A concurrent reset or change may have ended this link.
        if (!(await findResetUser(trx, body.token))) throw invalidLinkError();
        await replacePassword(trx, userId, passwordHash);
      });
      return { success: true as const, message: 'Your password has been updated' };
    });
  },
);
