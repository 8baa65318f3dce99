import { markOfferUsedContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';

/** Called by the payments service. An expired offer need not be marked. (PROVIDER-01) */
export const markOfferUsedRoute = routePlugin({ name: 'mark-offer-used' }, (app, { offers }: Deps) => {
  registerRoute(app, markOfferUsedContract, async ({ params }) => {
    const found = await offers.read(params.id);
    if (found.state === 'stored') await offers.write({ ...found.record, isUsed: true });
    return { success: true as const };
  });
});
