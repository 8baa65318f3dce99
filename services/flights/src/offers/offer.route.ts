import { getOfferContract } from '@fareline/contracts/services';
import { readBrandKey, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OfferRouteDeps } from './deps.ts';
import { getListedIfChanged } from './listed-price.ts';
import { loadOffer } from './offer.repository.ts';
import { priceOffer } from '../pricing/pricing.ts';
import { withExtras } from './offer-extras.ts';

/** The stored offer with its paid extras, and with price and fare of the result list if they have changed since. (API-36) */
export function offerRoute(app: FastifyInstance, deps: OfferRouteDeps): void {
  registerRoute(app, getOfferContract, async ({ params, request }) => {
    const [mode, percent] = await Promise.all([
      deps.mode.current(),
      deps.brands.markupPercent(readBrandKey(request)),
    ]);
    const stored = await loadOffer(deps.offers, mode, params.id);
    await deps.watchedOffers.recordView(stored);
    const record = await withExtras(deps, stored);
    return { ...priceOffer(record, mode, percent), listed: getListedIfChanged(record, percent) };
  });
}
