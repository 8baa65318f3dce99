import { refreshOfferContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { readBrandKey } from '../brands/brand-pricing.ts';
import { loadOffer } from './load-offer.ts';
import { getFreshOffer } from './fresh-offer.ts';
import { priceOffer } from './pricing.ts';
import type { OfferRouteDeps } from './deps.ts';

/** On entering the booking flow. The prices compared are those that the traveller sees. (PROVIDER-01, PROVIDER-02) */
export function refreshOfferRoute(app: FastifyInstance, deps: OfferRouteDeps): void {
  registerRoute(app, refreshOfferContract, async ({ params, request }) => {
    const [mode, percent] = await Promise.all([
      deps.mode.current(),
      deps.brands.markupPercent(readBrandKey(request)),
    ]);
    const shown = await loadOffer(deps.offers, mode, params.id);
    const own = await getFreshOffer(deps, shown);
    await deps.watch.touch(own);
    const previous = priceOffer(shown, mode, percent);
    const offer = priceOffer(own, mode, percent);
    return {
      offer,
      price_changed: offer.total_amount !== previous.total_amount,
      previous_total_amount: previous.total_amount,
    };
  });
}
