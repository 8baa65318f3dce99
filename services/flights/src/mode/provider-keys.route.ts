import { getProviderKeysContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';

/** `GET /internal/providers`: tells accounts what live mode lacks, so that it needs no keys itself. (MODE-03) */
export const providerKeysRoute = routePlugin({ name: 'provider-keys' }, (app, { config }: Deps) => {
  registerRoute(app, getProviderKeysContract, async () => ({
    missing: { duffel: config.DUFFEL_TOKEN_LIVE ? [] : ['DUFFEL_TOKEN_LIVE'], stripe: [] },
    isSandbox: config.DUFFEL_BASE_PATH !== undefined,
  }));
});
