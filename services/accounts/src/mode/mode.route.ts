import {
  getAdminSettingsContract,
  getSystemModeContract,
  saveAdminSettingsContract,
} from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { requireRecentPassword } from '../sessions/confirm-password.ts';
import { findLiveKeys, type LiveKeys } from './live-keys.ts';
import { isLiveMode, setLiveMode } from './mode.repository.ts';

const modeName = (isLive: boolean) => (isLive ? ('live' as const) : ('test' as const));

export const systemModeRoute = routePlugin({ name: 'system-mode' }, (app, { db }: Deps) => {
  registerRoute(app, getSystemModeContract, async () => {
    const isLive = await isLiveMode(db);
    return { isLiveMode: isLive, mode: modeName(isLive) };
  });
});

/** Throws LIVE_MODE_UNAVAILABLE, which names the providers without a live key. */
function requireLiveKeys({ duffel, stripe }: LiveKeys): void {
  const missing = [...(duffel ? [] : ['the flight-data provider']), ...(stripe ? [] : ['the card provider'])];
  if (missing.length > 0)
    throw new AppError('LIVE_MODE_UNAVAILABLE', {
      message: `Live mode needs the live key of ${missing.join(' and of ')}.`,
    });
}

export const adminSettingsRoutes = routePlugin(
  { name: 'admin-settings', dependencies: ['sessions'] },
  (app, { db, config }: Deps) => {
    registerRoute(app, getAdminSettingsContract, async ({ request }) => {
      // Live mode can be turned off, so the settings are needed, while the keys are unknown.
      const keys: LiveKeys & { message?: string } = await findLiveKeys(config).catch((error: AppError) => {
        request.log.warn(error, 'The keys of the providers are unknown.');
        return { duffel: false, stripe: false, message: error.message };
      });
      return {
        enableLiveMode: await isLiveMode(db),
        duffelApiConfigured: keys.duffel,
        stripeConfigured: keys.stripe,
        environment: config.ENVIRONMENT,
        message: keys.message,
      };
    });

    registerRoute(app, saveAdminSettingsContract, async ({ body, request }) => {
      await requireRecentPassword(db, request);
      if (body.enableLiveMode) requireLiveKeys(await findLiveKeys(config));
      const actor = requireUser(request);
      await db.transaction().execute(async (trx) => {
        const wasLive = await setLiveMode(trx, body.enableLiveMode);
        const details = { mode: { from: modeName(wasLive), to: modeName(body.enableLiveMode) } };
        await insertAuditEntry(trx, { action: 'mode_switched', actor, subject: 'mode', details, request });
      });
      return { enableLiveMode: body.enableLiveMode };
    });
  },
);
