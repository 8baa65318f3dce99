import { getSystemModeContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { isLiveMode } from './mode.repository.ts';

export async function systemModeRoute(app: FastifyInstance, { db }: Deps): Promise<void> {
  registerRoute(app, getSystemModeContract, async () => {
    const isLive = await isLiveMode(db);
    return { isLiveMode: isLive, mode: isLive ? ('live' as const) : ('test' as const) };
  });
}
