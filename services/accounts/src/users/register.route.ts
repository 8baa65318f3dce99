import { registerContract } from '@fareline/contracts/services';
import { AppError, registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { hashPassword, isCommonPassword } from './password.ts';
import { insertUser } from './user.repository.ts';

export const registerUserRoute = routePlugin(
  { name: 'register', dependencies: ['form-request-limit'] },
  (app, { db }: Deps) => {
    registerRoute(app, registerContract, async ({ body }) => {
      if (isCommonPassword(body.password)) throw new AppError('PASSWORD_TOO_COMMON');
      const { username, email, firstName, lastName } = body;
      const user = await insertUser(db, {
        username,
        email,
        firstName,
        lastName,
        passwordHash: await hashPassword(body.password),
      });
      if (typeof user === 'string') throw new AppError(user);
      return { success: true as const, message: 'Your account has been created. Please sign in.' };
    });
  },
);
