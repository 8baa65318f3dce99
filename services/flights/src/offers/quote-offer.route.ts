import { quoteOfferContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { loadOffer } from './load-offer.ts';
import { quote } from './quote.ts';
import type { OfferRouteParts } from './route-parts.ts';

/** For the payments service. A booking in flight names its own mode, so that a switch does not cut it off. (D2, MODE-06) */
export function quoteOfferRoute(app: FastifyInstance, parts: OfferRouteParts): void {
  registerRoute(app, quoteOfferContract, async ({ params, body }) => {
    const [mode, markupPercent] = await Promise.all([
      body.mode ?? parts.mode.current(),
      parts.brands.markupPercent(body.brand),
    ]);
    const record = await loadOffer(parts.offers, mode, params.id);
    await parts.watch.touch(record);
    return quote(parts, { record, markupPercent, seats: body.seats, isLive: body.live });
  });
}
