import { verifyEmailContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { takeTokenUser } from '../users/mailed-token.repository.ts';
import { setEmailVerified } from './set-email-verified.ts';

export const verifyEmailRoute = routePlugin(
  { name: 'verify-email', dependencies: ['form-request-limit'] },
  (app, { db }: Deps) => {
    registerRoute(app, verifyEmailContract, async ({ body, request }) => {
      const origin = await request.findSiteOrigin();
      await db.transaction().execute(async (trx) => {
        const userId = await takeTokenUser(trx, 'email-verification', body.token);
        if (!userId) throw new AppError('LINK_INVALID');
        await setEmailVerified(trx, userId, origin, request);
      });
      return { success: true as const, message: 'Your email address is confirmed' };
    });
  },
);
