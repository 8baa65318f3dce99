import { getSeatMapsContract } from '@fareline/contracts/services';
import { AppError, registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { loadOffer } from './offer.repository.ts';
import { getSeatMaps } from './seat-maps.ts';

/** One seat map per segment, identified by `slice_id` and `segment_id`. (API-37) */
export const seatMapsRoute = routePlugin({ name: 'seat-maps' }, (app, deps: Deps) => {
  registerRoute(app, getSeatMapsContract, async ({ params }) => {
    const record = await loadOffer(deps.offers, await deps.mode.current(), params.id);
    try {
      return { data: await getSeatMaps(deps, record) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'OFFER_UNAVAILABLE')
        throw new AppError('OFFER_EXPIRED', { cause: error });
      throw error;
    }
  });
});
