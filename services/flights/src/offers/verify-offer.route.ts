import { verifyOfferContract } from '@fareline/contracts/services';
import { messageFor } from '@fareline/contracts/errors';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { recordView } from './watched-offers.ts';

/** Uses the stored expiry, so that polling makes no provider calls. (API-38, PROVIDER-04) */
export const verifyOfferRoute = routePlugin({ name: 'verify-offer' }, (app, deps: Deps) => {
  registerRoute(app, verifyOfferContract, async ({ params, reply }) => {
    const [current, found] = await Promise.all([deps.mode.current(), deps.offers.readValidity(params.id)]);
    if (found.state !== 'stored' || found.record.mode !== current) {
      const error = found.state === 'expired' ? found.code : 'OFFER_EXPIRED';
      reply.status(410);
      return {
        valid: false,
        error,
        message: messageFor(error),
        offer_id: params.id,
        minutes_remaining: 0,
      };
    }
    await recordView(deps, found.record);
    const { expires_at } = found.record.offer;
    return {
      valid: true,
      message: 'This flight offer is available.',
      offer_id: params.id,
      expires_at,
      minutes_remaining: Math.max(0, Math.floor((Date.parse(expires_at) - Date.now()) / 60_000)),
    };
  });
});
