import { getOfferContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Client } from '@fareline/service-kit/limits/client';
import { readClient } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { readRequestPricing } from '../pricing/brand-pricing.ts';
import { priceOffer } from '../pricing/pricing.ts';
import { getListedIfChanged } from './listed-price.ts';
import { loadOffer, type OfferRecord } from './offer.repository.ts';
import { isGoneError, reloadOffer } from './reload-offer.ts';
import { recordView } from './watched-offers.ts';

/** The stored offer, on request with its paid extras, and with price and fare of the result list if they have changed since; on request with all fares of its flights. (API-36, LIST-02) */
export const offerRoute = routePlugin({ name: 'offer' }, (app, deps: Deps) => {
  registerRoute(app, getOfferContract, async ({ params, query: { extras, fares }, request }) => {
    const { mode, markupPercent } = await readRequestPricing(deps, request);
    const stored = await loadOffer(deps.offers, mode, params.id);
    await recordView(deps, stored);
    const client = readClient(request, deps.config.SITE_ORIGIN);
    const record =
      extras === 'stored'
        ? stored
        : await withExtras(deps, stored, { client, isRequired: extras === 'required' });
    return {
      ...priceOffer(record, mode, markupPercent),
      listed: getListedIfChanged(record, markupPercent),
      has_extras: record.hasServices,
      median_emissions_kg: record.medianEmissionsKg,
      ...(fares && {
        fares: (await deps.offers.readSameFlights(record)).map((fare) =>
          priceOffer(fare, mode, markupPercent),
        ),
      }),
    };
  });
});

/**
 * Returns the offer with its paid extras, which are loaded from the provider once. If that fails and they are not required, the
 * stored offer is returned, because missing extras must not prevent a booking. Throws OFFER_EXPIRED for an offer that no longer
 * exists. (PROVIDER-05)
 */
async function withExtras(
  deps: Deps,
  record: OfferRecord,
  { client, isRequired }: { client: Client; isRequired: boolean },
): Promise<OfferRecord> {
  if (record.hasServices) return record;
  const { id } = record.offer;
  try {
    return await deps.singleFlight.run({
      key: `offer.${id}`,
      read: async () => {
        const found = await deps.offers.read(id);
        return found.state === 'stored' && found.record.hasServices ? found.record : undefined;
      },
      // A fresh offer is one of a visitor who is booking.
      load: () => reloadOffer(deps, record, { share: record.isShared ? 'details' : 'booking', client }),
      client,
    });
  } catch (error) {
    if (isGoneError(error))
      throw new AppError(error.code === 'DEPARTURE_TOO_CLOSE' ? error.code : 'OFFER_EXPIRED', {
        cause: error,
      });
    if (isRequired) throw error;
    deps.log.warn(
      { err: error, offer: id },
      'loading the paid extras failed, returning the offer without them',
    );
    return record;
  }
}
