import { refreshOfferContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { brandOf } from '../brands/brand-pricing.ts';
import { loadOffer } from './load-offer.ts';
import { ownOffer } from './own-offer.ts';
import { priceOffer } from './pricing.ts';
import type { OfferRouteParts } from './route-parts.ts';

/** On entering the booking flow. The prices compared are those that the traveller sees. (PROVIDER-01, PROVIDER-02) */
export function refreshOfferRoute(app: FastifyInstance, parts: OfferRouteParts): void {
  registerRoute(app, refreshOfferContract, async ({ params, request }) => {
    const [mode, percent] = await Promise.all([
      parts.mode.current(),
      parts.brands.markupPercent(brandOf(request)),
    ]);
    const shown = await loadOffer(parts.offers, mode, params.id);
    const own = await ownOffer(parts, shown);
    await parts.watch.touch(own);
    const previous = priceOffer(shown, mode, percent);
    const offer = priceOffer(own, mode, percent);
    return {
      offer,
      price_changed: offer.total_amount !== previous.total_amount,
      previous_total_amount: previous.total_amount,
    };
  });
}
