import { currentUserContract } from '@fareline/contracts/services';
import { registerRoute, requireUser } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';

export async function currentUserRoute(app: FastifyInstance): Promise<void> {
  registerRoute(app, currentUserContract, async ({ request }) => requireUser(request));
}
