import { getSeatMapsContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { readClient } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { loadOffer } from './offer.repository.ts';
import { getSeatMaps } from './seat-maps.ts';

/** One seat map per segment, identified by `slice_id` and `segment_id`. (API-37) */
export const seatMapsRoute = routePlugin({ name: 'seat-maps' }, (app, deps: Deps) => {
  registerRoute(app, getSeatMapsContract, async ({ params, request }) => {
    const record = await loadOffer(deps.offers, await deps.mode.current(), params.id);
    try {
      // A fresh offer is one of a visitor who is booking.
      const share = record.isShared ? 'details' : 'booking';
      const client = readClient(request, deps.config.SITE_ORIGIN);
      return { data: await getSeatMaps(deps, record, { share, client }) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'OFFER_UNAVAILABLE')
        throw new AppError('OFFER_EXPIRED', { cause: error });
      throw error;
    }
  });
});
