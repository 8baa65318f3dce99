import { getOffer } from '@fareline/contracts';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { brandOf } from '../brands/brand-pricing.ts';
import type { OfferRouteParts } from './route-parts.ts';
import { loadOffer } from './load-offer.ts';
import { priceOffer } from './pricing.ts';
import { withServices } from './read-offer.ts';

/** The stored offer, with its paid services. (API-36) */
export function offerRoute(app: FastifyInstance, parts: OfferRouteParts): void {
  registerRoute(app, getOffer, async ({ params, request }) => {
    const [mode, percent] = await Promise.all([
      parts.mode.current(),
      parts.brands.markupPercent(brandOf(request)),
    ]);
    const stored = await loadOffer(parts.offers, mode, params.id);
    await parts.watch.touch(stored);
    return { ...priceOffer(await withServices(parts, stored), mode, percent), listed: null };
  });
}
