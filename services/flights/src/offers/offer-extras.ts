import { AppError } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { SingleFlight } from '../single-flight/single-flight.ts';
import type { OfferRecord } from './offer.repository.ts';
import { reloadOffer, type OfferDeps } from './reload-offer.ts';

export interface OfferExtrasDeps extends OfferDeps {
  singleFlight: SingleFlight;
  log: FastifyBaseLogger;
}

const isExpiredError = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'OFFER_UNAVAILABLE' || error.code === 'OFFER_EXPIRED');

/**
 * Returns the offer with its paid extras, which are loaded from the provider once. If that fails the stored offer is returned
 * without them, because missing extras must not prevent a booking. Throws OFFER_EXPIRED for an offer that no longer exists.
 * (D40, PROVIDER-05)
 */
export async function withExtras(deps: OfferExtrasDeps, record: OfferRecord): Promise<OfferRecord> {
  if (record.hasServices) return record;
  const { id } = record.offer;
  try {
    return await deps.singleFlight.run({
      key: `offer.${id}`,
      read: async () => {
        const found = await deps.offers.read(id);
        return found.state === 'stored' && found.record.hasServices ? found.record : undefined;
      },
      load: () => reloadOffer(deps, record, 'booking'),
    });
  } catch (error) {
    if (isExpiredError(error)) throw new AppError('OFFER_EXPIRED', { cause: error });
    deps.log.warn(
      { err: error, offer: id },
      'loading the paid extras failed, returning the offer without them',
    );
    return record;
  }
}
