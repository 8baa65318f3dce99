import { AppError } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { SingleFlight } from '../searches/single-flight.ts';
import { reloadOffer, type OfferDeps } from './reload-offer.ts';
import type { OfferRecord } from './offer-record.ts';

export interface OfferExtrasDeps extends OfferDeps {
  flights: SingleFlight;
  log: FastifyBaseLogger;
}

const isOver = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'OFFER_UNAVAILABLE' || error.code === 'OFFER_EXPIRED');

/**
 * The offer with its paid services, which the provider is asked for once. When it does not answer, the stored offer goes out
 * without them: an extra must not keep anybody from the flight. One that is gone is OFFER_EXPIRED, as it is from then on. (D40,
 * PROVIDER-05)
 */
export async function withServices(deps: OfferExtrasDeps, record: OfferRecord): Promise<OfferRecord> {
  if (record.hasServices) return record;
  const { id } = record.offer;
  try {
    return await deps.flights.fly({
      name: `offer.${id}`,
      look: async () => {
        const found = await deps.offers.read(id);
        return found.state === 'stored' && found.record.hasServices ? found.record : undefined;
      },
      lead: () => reloadOffer(deps, record, 'booking'),
    });
  } catch (error) {
    if (isOver(error)) throw new AppError('OFFER_EXPIRED', { cause: error });
    deps.log.warn({ err: error, offer: id }, 'the offer goes out without its paid services');
    return record;
  }
}
