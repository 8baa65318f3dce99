import { AppError } from '@fareline/service-kit';
import type { ProviderOffer, OfferRecord } from './offer-record.ts';
import type { OfferDeps } from './reload-offer.ts';

/** The same flights and fare among a search's offers: at the same price if there is one, else the cheapest. */
export function findMatchingOffer(
  wanted: ProviderOffer,
  offers: readonly ProviderOffer[],
): ProviderOffer | undefined {
  const same = offers.filter(
    ({ fareKey, price }) => fareKey === wanted.fareKey && price.currency === wanted.price.currency,
  );
  const atSamePrice = same.find(({ price }) => price.totalMinor === wanted.price.totalMinor);
  return atSamePrice ?? same.sort((a, b) => a.price.totalMinor - b.price.totalMinor)[0];
}

/**
 * An offer of the visitor's own in place of a shared one: the provider books an offer request once, so the itinerary is
 * searched for again and matched. An own offer is its own until an order was tried with it. OFFER_UNAVAILABLE when nothing
 * matches. (D33, PROVIDER-01)
 */
export async function getFreshOffer(
  { provider, offers }: OfferDeps,
  record: OfferRecord,
): Promise<OfferRecord> {
  if (!record.isShared && !record.isUsed) return record;
  const { mode, query } = record;
  const search = await provider.search(mode, query, 'booking');
  const match = findMatchingOffer(record, search.offers);
  if (!match)
    throw new AppError('OFFER_UNAVAILABLE', { cause: new Error(`nothing like ${record.offer.id}`) });
  const own: OfferRecord = {
    ...match,
    mode,
    query,
    offerRequestId: search.offerRequestId,
    isShared: false,
    hasServices: false,
  };
  await offers.write(own);
  return own;
}
