import { logoutContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

export async function logoutRoute(app: FastifyInstance, { sessions }: Deps): Promise<void> {
  registerRoute(app, logoutContract, async ({ request, reply }) => {
    await sessions.signOut(request, reply);
    return { success: true as const, message: 'You are signed out.' };
  });
}
