import { equalsMoney, formatMinor, parseMoney } from '@fareline/contracts';
import { refreshOfferContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { getOrCreateVisitorId } from '@fareline/service-kit/http/visitor-cookie';
import { readClient } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { readRequestPricing } from '../pricing/brand-pricing.ts';
import { addMarkup, priceOffer } from '../pricing/pricing.ts';
import { getFreshOffer } from './fresh-offer.ts';
import { loadOffer } from './offer.repository.ts';
import { recordView } from './watched-offers.ts';

/**
 * Called when the booking flow starts; compares with the price that the screen showed. (PROVIDER-01, PROVIDER-02, PRICE-01) Sets the visitor
 * cookie, so that a payment whose response is lost can be repeated by the visitor who made it. (ACCESS-04, MONEY-27)
 */
export const refreshOfferRoute = routePlugin({ name: 'refresh-offer' }, (app, deps: Deps) => {
  registerRoute(app, refreshOfferContract, async ({ params, query, request, reply }) => {
    getOrCreateVisitorId(request, reply, deps.config.SITE_ORIGIN);
    const { mode, markupPercent } = await readRequestPricing(deps, request);
    const record = await loadOffer(deps.offers, mode, params.id);
    const freshRecord = await getFreshOffer(deps, record, {
      share: 'offers',
      client: readClient(request, deps.config.SITE_ORIGIN),
    });
    await recordView(deps, freshRecord);
    const shown = query.price && parseMoney(query.price, record.price.currency);
    const previous = shown || addMarkup(record.price, markupPercent);
    return {
      offer: priceOffer(freshRecord, mode, markupPercent),
      price_changed: !equalsMoney(addMarkup(freshRecord.price, markupPercent), previous),
      previous_total_amount: formatMinor(previous.minor, previous.currency),
    };
  });
});
