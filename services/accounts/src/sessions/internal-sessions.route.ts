import { checkSessionContract, listSessionKeysContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { toUser } from '../users/user.repository.ts';
import { listPublicKeys } from './session-keys.ts';
import { findActiveSessionUser } from './session.repository.ts';

const isUuid = (id: string) => z.uuid().safeParse(id).success;

/** Routes for other services: the public session keys and the check whether a session is active. */
export async function internalSessionRoutes(app: FastifyInstance, { db }: Deps): Promise<void> {
  registerRoute(app, listSessionKeysContract, async () => ({ keys: await listPublicKeys(db) }));

  registerRoute(app, checkSessionContract, async ({ body }) => {
    const isWellFormed = isUuid(body.session_id) && isUuid(body.user_id);
    const user = isWellFormed ? await findActiveSessionUser(db, body.session_id, body.user_id) : undefined;
    if (!user) throw new AppError('NOT_AUTHENTICATED');
    return toUser(user);
  });
}
