import { checkSessionContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { toUser } from '../users/user.repository.ts';
import { findLiveSessionUser } from './session.repository.ts';

const isUuid = (id: string) => z.uuid().safeParse(id).success;

/** For the other services: the public keys, and whether a session still lives. */
export async function internalSessionRoutes(app: FastifyInstance, { db, tokens }: Context): Promise<void> {
  const options = { schema: { hide: true }, config: { access: 'service' } } as const;
  app.get('/internal/jwks.json', options, async () => tokens.publicKeys);

  registerRoute(app, checkSessionContract, async ({ body }) => {
    const isWellFormed = isUuid(body.session_id) && isUuid(body.user_id);
    const user = isWellFormed ? await findLiveSessionUser(db, body.session_id, body.user_id) : undefined;
    if (!user) throw new AppError('NOT_AUTHENTICATED');
    return toUser(user);
  });
}
