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
import { describeMissingKeys, findProviderKeys } from './live-keys.ts';
import { isLiveMode, setLiveMode } from './mode.repository.ts';

const modeName = (isLive: boolean) => (isLive ? ('live' as const) : ('test' as const));

export const systemModeRoute = routePlugin({ name: 'system-mode' }, (app, { db }: Deps) => {
  registerRoute(app, getSystemModeContract, async () => {
    const isLive = await isLiveMode(db);
    return { isLiveMode: isLive, mode: modeName(isLive) };
  });
});

/** Throws LIVE_MODE_UNAVAILABLE, which names the settings that are missing. */
async function requireLiveKeys({ config, log }: Deps): Promise<void> {
  const message = describeMissingKeys(await findProviderKeys(config, log));
  if (message) throw new AppError('LIVE_MODE_UNAVAILABLE', { message });
}

export const adminSettingsRoutes = routePlugin(
  { name: 'admin-settings', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    const { db, config, log } = deps;
    registerRoute(app, getAdminSettingsContract, async ({ request }) => {
      // Live mode can be turned off, so the settings are needed, while the keys are unknown.
      const keys = await findProviderKeys(config, log).catch((error: AppError) => {
        request.log.warn(error, 'The keys of the providers are unknown.');
        return error;
      });
      const isKnown = !(keys instanceof AppError);
      return {
        enableLiveMode: await isLiveMode(db),
        duffelApiConfigured: isKnown && keys.missing.duffel.length === 0,
        stripeConfigured: isKnown && keys.missing.stripe.length === 0,
        environment: config.ENVIRONMENT,
        isSandbox: isKnown && keys.isSandbox,
        message: isKnown ? describeMissingKeys(keys) : keys.message,
      };
    });

    registerRoute(app, saveAdminSettingsContract, async ({ body, request }) => {
      if (body.enableLiveMode) await requireLiveKeys(deps);
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
