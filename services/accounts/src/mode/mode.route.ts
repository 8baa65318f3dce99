import {
  getAdminSettingsContract,
  getSystemModeContract,
  saveAdminSettingsContract,
} from '@fareline/contracts/services';
import { AppError, registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { isLiveMode, setLiveMode } from './mode.repository.ts';

/** The current mode, which is public. */
export const systemModeRoute = routePlugin({ name: 'system-mode' }, (app, { db }: Deps) => {
  registerRoute(app, getSystemModeContract, async () => {
    const isLive = await isLiveMode(db);
    return { isLiveMode: isLive, mode: isLive ? ('live' as const) : ('test' as const) };
  });
});

/** The settings of administrators, which are the mode and what it needs. */
export const adminSettingsRoutes = routePlugin(
  { name: 'admin-settings', dependencies: ['sessions'] },
  (app, { db, config }: Deps) => {
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
  },
);
