import { checkSessionContract, listSessionKeysContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { toUser } from '../users/user.repository.ts';
import { listPublicKeys } from './session-key.repository.ts';
import { findActiveSession } from './session.repository.ts';

/** Routes for other services: the public session keys and the check whether a session is active. */
export const internalSessionRoutes = routePlugin(
  { name: 'internal-sessions' },
  (app, { db, config }: Deps) => {
    registerRoute(app, listSessionKeysContract, async () => ({ keys: await listPublicKeys(db) }));

    registerRoute(app, checkSessionContract, async ({ body }) => {
      const isWellFormed = isUuid(body.session_id) && isUuid(body.user_id);
      const session = isWellFormed
        ? await findActiveSession(db, config, {
            ...{ jti: body.session_id, sub: body.user_id, aud: body.audience },
          })
        : undefined;
      if (!session) throw new AppError('NOT_AUTHENTICATED');
      return { ...session, user: toUser(session.user) };
    });
  },
);
