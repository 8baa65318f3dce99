import { quoteOfferContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { loadOffer } from './load-offer.ts';
import { quote } from './quote.ts';
import type { OfferRouteDeps } from './deps.ts';

/** For the payments service. A booking in flight names its own mode, so that a switch does not cut it off. (D2, MODE-06) */
export function quoteOfferRoute(app: FastifyInstance, deps: OfferRouteDeps): void {
  registerRoute(app, quoteOfferContract, async ({ params, body }) => {
    const [mode, markupPercent] = await Promise.all([
      body.mode ?? deps.mode.current(),
      deps.brands.markupPercent(body.brand),
    ]);
    const record = await loadOffer(deps.offers, mode, params.id);
    await deps.watch.touch(record);
    return quote(deps, { record, markupPercent, seats: body.seats, isLive: body.live });
  });
}
