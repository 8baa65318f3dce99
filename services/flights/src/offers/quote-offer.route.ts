import { quoteOfferContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OfferRouteDeps } from './deps.ts';
import { loadOffer } from './offer.repository.ts';
import { quote } from './quote.ts';

/** Called by the payments service. A booking in progress sends its mode, so that a mode switch does not interrupt it. (D2, MODE-06) */
export function quoteOfferRoute(app: FastifyInstance, deps: OfferRouteDeps): void {
  registerRoute(app, quoteOfferContract, async ({ params, body }) => {
    const [mode, markupPercent] = await Promise.all([
      body.mode ?? deps.mode.current(),
      deps.brands.markupPercent(body.brand),
    ]);
    const record = await loadOffer(deps.offers, mode, params.id);
    await deps.watchedOffers.recordView(record);
    return quote(deps, { record, markupPercent, seats: body.seats, isLive: body.live });
  });
}
