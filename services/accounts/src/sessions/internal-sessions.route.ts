import { checkSessionContract, listSessionKeysContract } from '@fareline/contracts/services';
import { AppError, isUuid, registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { toUser } from '../users/user.repository.ts';
import { listPublicKeys } from './session-key.repository.ts';
import { findActiveSessionUser } from './session.repository.ts';

/** Routes for other services: the public session keys and the check whether a session is active. */
export const internalSessionRoutes = routePlugin(
  { name: 'internal-sessions' },
  (app, { db, config }: Deps) => {
    registerRoute(app, listSessionKeysContract, async () => ({ keys: await listPublicKeys(db) }));

    registerRoute(app, checkSessionContract, async ({ body }) => {
      const isWellFormed = isUuid(body.session_id) && isUuid(body.user_id);
      const user = isWellFormed
        ? await findActiveSessionUser(db, config, body.session_id, body.user_id)
        : undefined;
      if (!user) throw new AppError('NOT_AUTHENTICATED');
      return toUser(user);
    });
  },
);
