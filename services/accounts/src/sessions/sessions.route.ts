import {
  adminLoginContract,
  confirmPasswordContract,
  currentUserContract,
  loginContract,
  logoutContract,
} from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { getAudience, requireRecent, requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { Deps } from '../deps.ts';
import { acceptPasswordAttempt, verifyAttempt } from '../limits/password-attempts.ts';
import { hashPassword } from '../users/password.ts';
import { findByLogin } from '../users/user.repository.ts';
import { confirmPassword } from './confirm-password.ts';
import { recordReachedLimit } from './record-reached-limit.ts';
import { renewSession, signIn, signOut, toSessionUser } from './sessions.ts';

export const sessionRoutes = routePlugin(
  { name: 'session-routes', dependencies: ['sessions'] },
  async (app, deps: Deps) => {
    const { db, config } = deps;
    /** Verified when no user has the name, so that the response time does not reveal whether one has. (SECURITY-05) */
    const dummyHash = await hashPassword('no user has this password');

    registerRoute(app, loginContract, async ({ body, request, reply }) => {
      const user = await findByLogin(db, body.username);
      const { attempt, isCorrect } = await verifyAttempt(deps, request, {
        kind: 'sign-in',
        user,
        name: body.username,
        passwordHash: user?.password_hash ?? dummyHash,
        password: body.password,
      });
      const signedIn = user && isCorrect && (await signIn(deps, request, reply, user));
      if (!user || !signedIn) {
        await recordReachedLimit(db, user, attempt, request);
        throw new AppError('INVALID_CREDENTIALS');
      }
      await acceptPasswordAttempt(db, attempt);
      // The cookie of the session comes with it.
      if (signedIn === 'owed') throw new AppError('FACTOR_REQUIRED');
      return {
        ...{ success: true as const, message: 'Login successful' },
        user: toSessionUser(config, user, { aud: getAudience(request) }),
      };
    });

    registerRoute(app, logoutContract, async ({ request, reply }) => {
      await signOut(deps, request, reply);
      return { success: true as const, message: 'You are signed out.' };
    });

    registerRoute(app, currentUserContract, async ({ request }) => requireUser(request));

    registerRoute(app, confirmPasswordContract, async ({ body, request }) => {
      await confirmPassword(deps, request, body.password);
      return { success: true as const, message: 'Your password is confirmed.' };
    });

    registerRoute(app, adminLoginContract, async ({ body, request, reply }) => {
      if (body?.password !== undefined) await confirmPassword(deps, request, body.password);
      if (body?.password === undefined || request.factor === 'shown') requireRecent(request);
      await renewSession(deps, request, reply);
      return { success: true as const, message: 'Session verified' };
    });
  },
);
