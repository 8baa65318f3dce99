import { getOfferContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { readBrandKey } from '../brands/brand-pricing.ts';
import type { OfferRouteDeps } from './deps.ts';
import { listedOffer } from './listed-price.ts';
import { loadOffer } from './load-offer.ts';
import { priceOffer } from './pricing.ts';
import { withServices } from './offer-extras.ts';

/** The stored offer, with its paid services and with what the list said if that is no longer so. (API-36) */
export function offerRoute(app: FastifyInstance, deps: OfferRouteDeps): void {
  registerRoute(app, getOfferContract, async ({ params, request }) => {
    const [mode, percent] = await Promise.all([
      deps.mode.current(),
      deps.brands.markupPercent(readBrandKey(request)),
    ]);
    const stored = await loadOffer(deps.offers, mode, params.id);
    await deps.watch.touch(stored);
    const record = await withServices(deps, stored);
    return { ...priceOffer(record, mode, percent), listed: listedOffer(record, percent) };
  });
}
