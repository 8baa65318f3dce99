import { getProviderKeysContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { PaymentsConfig } from '../config.ts';
import type { Deps } from '../deps.ts';

const listMissing = (config: PaymentsConfig, names: readonly (keyof PaymentsConfig)[]): string[] =>
  names.filter((name) => !config[name]);

/** `GET /internal/providers`: tells accounts what live mode lacks, so that it needs no keys itself. (MODE-03) */
export const providerKeysRoute = routePlugin({ name: 'provider-keys' }, (app, { config }: Deps) => {
  const isSandbox = config.STRIPE_BASE_URL !== undefined;
  registerRoute(app, getProviderKeysContract, async () => ({
    missing: {
      duffel: listMissing(config, ['DUFFEL_TOKEN_LIVE', 'DUFFEL_WEBHOOK_SECRET_LIVE']),
      stripe: listMissing(config, [
        'STRIPE_KEY_LIVE',
        'STRIPE_WEBHOOK_SECRET_LIVE',
        // Our own card form sends numbers, which the provider takes from approved accounts only.
        ...(isSandbox || config.STRIPE_RAW_CARDS ? [] : (['STRIPE_PUBLISHABLE_KEY_LIVE'] as const)),
      ]),
    },
    isSandbox,
  }));
});
