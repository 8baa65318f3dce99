import { getOfferContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { brandOf } from '../brands/brand-pricing.ts';
import type { OfferRouteParts } from './route-parts.ts';
import { listedOffer } from './listed-offer.ts';
import { loadOffer } from './load-offer.ts';
import { priceOffer } from './pricing.ts';
import { withServices } from './read-offer.ts';

/** The stored offer, with its paid services and with what the list said if that is no longer so. (API-36) */
export function offerRoute(app: FastifyInstance, parts: OfferRouteParts): void {
  registerRoute(app, getOfferContract, async ({ params, request }) => {
    const [mode, percent] = await Promise.all([
      parts.mode.current(),
      parts.brands.markupPercent(brandOf(request)),
    ]);
    const stored = await loadOffer(parts.offers, mode, params.id);
    await parts.watch.touch(stored);
    const record = await withServices(parts, stored);
    return { ...priceOffer(record, mode, percent), listed: listedOffer(record, percent) };
  });
}
