import { refreshOfferContract } from '@fareline/contracts/services';
import { readBrandKey, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OfferRouteDeps } from './deps.ts';
import { getFreshOffer } from './fresh-offer.ts';
import { loadOffer } from './offer.repository.ts';
import { priceOffer } from '../pricing/pricing.ts';

/** Called when the booking flow starts; compares prices as shown to the traveller. (PROVIDER-01, PROVIDER-02) */
export function refreshOfferRoute(app: FastifyInstance, deps: OfferRouteDeps): void {
  registerRoute(app, refreshOfferContract, async ({ params, request }) => {
    const [mode, percent] = await Promise.all([
      deps.mode.current(),
      deps.brands.markupPercent(readBrandKey(request)),
    ]);
    const record = await loadOffer(deps.offers, mode, params.id);
    const freshRecord = await getFreshOffer(deps, record);
    await deps.watchedOffers.recordView(freshRecord);
    const previous = priceOffer(record, mode, percent);
    const offer = priceOffer(freshRecord, mode, percent);
    return {
      offer,
      price_changed: offer.total_amount !== previous.total_amount,
      previous_total_amount: previous.total_amount,
    };
  });
}
