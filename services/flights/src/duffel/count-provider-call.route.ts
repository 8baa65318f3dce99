import { countProviderCallContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';

/** Called by the payments service: calls of bookings are made over the budget too, and the other shares then wait for them. (PROVIDER-06, LIMIT-03) */
export const countProviderCallRoute = routePlugin(
  { name: 'count-provider-call' },
  (app, { provider }: Deps) => {
    registerRoute(app, countProviderCallContract, async ({ body: { share } }) => {
      if (share === 'orders') return { isWithinBudget: await provider.acquireOrderRead() };
      await provider.countBookingCall();
      return { isWithinBudget: true };
    });
  },
);
