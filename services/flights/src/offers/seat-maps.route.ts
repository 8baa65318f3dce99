import { getSeatMapsContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { loadOffer } from './offer.repository.ts';
import type { OfferRouteDeps } from './deps.ts';

/** One seat map per segment, identified by `slice_id` and `segment_id`. (API-37) */
export function seatMapsRoute(app: FastifyInstance, { mode, offers, seatMaps }: OfferRouteDeps): void {
  registerRoute(app, getSeatMapsContract, async ({ params }) => {
    const record = await loadOffer(offers, await mode.current(), params.id);
    try {
      return { data: await seatMaps.get(record) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'OFFER_UNAVAILABLE')
        throw new AppError('OFFER_EXPIRED', { cause: error });
      throw error;
    }
  });
}
