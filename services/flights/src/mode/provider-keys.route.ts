import { getProviderKeysContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { listModes } from '@fareline/service-kit/mode-clients';
import type { Deps } from '../deps.ts';

/** `GET /internal/providers`: tells accounts which keys there are, so that it needs none of them. (MODE-03) */
export const providerKeysRoute = routePlugin({ name: 'provider-keys' }, (app, { config }: Deps) => {
  registerRoute(app, getProviderKeysContract, async () => ({
    duffel: listModes({ test: config.DUFFEL_TOKEN_TEST, live: config.DUFFEL_TOKEN_LIVE }),
    stripe: [],
  }));
});
