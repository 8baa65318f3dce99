import {
  adminLoginContract,
  getAdminSettingsContract,
  saveAdminSettingsContract,
} from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { isLiveMode, setLiveMode } from './mode.repository.ts';

/** Routes for administrators: settings and renewal of their session. */
export async function adminRoutes(app: FastifyInstance, { db, config, sessions }: Deps): Promise<void> {
  const duffelApiConfigured = Boolean(config.DUFFEL_TOKEN_LIVE);

  registerRoute(app, getAdminSettingsContract, async () => ({
    enableLiveMode: await isLiveMode(db),
    duffelApiConfigured,
    stripeConfigured: Boolean(config.STRIPE_KEY_LIVE),
    environment: config.ENVIRONMENT,
  }));

  registerRoute(app, saveAdminSettingsContract, async ({ body }) => {
    if (body.enableLiveMode && !duffelApiConfigured) throw new AppError('LIVE_MODE_UNAVAILABLE');
    await setLiveMode(db, body.enableLiveMode);
    return { enableLiveMode: body.enableLiveMode };
  });

  registerRoute(app, adminLoginContract, async ({ request, reply }) => {
    await sessions.renew(request, reply);
    return { success: true, message: 'Session verified' };
  });
}
