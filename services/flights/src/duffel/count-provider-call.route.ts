import { countProviderCallContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';

/** Called by the payments service, whose calls are made over the budget too: the other shares then wait for them. (PROVIDER-06, LIMIT-03) */
export const countProviderCallRoute = routePlugin(
  { name: 'count-provider-call' },
  (app, { provider }: Deps) => {
    registerRoute(app, countProviderCallContract, async () => {
      await provider.countBookingCall();
      return { success: true as const };
    });
  },
);
