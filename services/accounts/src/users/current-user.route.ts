import { currentUserContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { toUser } from './user.repository.ts';

export async function currentUserRoute(app: FastifyInstance, { sessions }: Context): Promise<void> {
  registerRoute(app, currentUserContract, async ({ request }) => toUser(await sessions.requireUser(request)));
}
