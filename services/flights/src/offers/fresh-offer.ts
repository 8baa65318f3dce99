import { AppError } from '@fareline/service-kit/app-error';
import type { BudgetCall } from '../duffel/budget-call.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import type { OfferRecord } from './offer.repository.ts';
import { hasSamePrice, type OfferDeps } from './reload-offer.ts';

/** Finds the offer with the same flights and fare: at the same price if there is one, else the cheapest. */
function findMatchingOffer(
  wanted: ProviderOffer,
  offers: readonly ProviderOffer[],
): ProviderOffer | undefined {
  const matches = offers.filter(
    ({ fareKey, price }) => fareKey === wanted.fareKey && price.currency === wanted.price.currency,
  );
  const samePrice = matches.find(({ price }) => price.totalMinor === wanted.price.totalMinor);
  return samePrice ?? matches.sort((a, b) => a.price.totalMinor - b.price.totalMinor)[0];
}

/**
 * Replaces a cached offer by a fresh one: an offer request can be booked only once, so the search is run again and the offer
 * is matched. A fresh offer is returned as it is until an order has been attempted with it. Throws OFFER_UNAVAILABLE without
 * a match. (PROVIDER-01)
 */
export async function getFreshOffer(
  { provider, offers }: OfferDeps,
  record: OfferRecord,
  call: BudgetCall,
): Promise<OfferRecord> {
  if (!record.isShared && !record.isUsed) return record;
  const { mode, query } = record;
  const search = await provider.search(mode, query, call);
  const match = findMatchingOffer(record, search.offers);
  if (!match)
    throw new AppError('OFFER_UNAVAILABLE', { cause: new Error(`no match for ${record.offer.id}`) });
  const freshOffer: OfferRecord = {
    ...match,
    mode,
    query,
    offerRequestId: search.offerRequestId,
    isShared: false,
    hasServices: false,
  };
  await offers.write(freshOffer);
  if (!hasSamePrice(record, match)) await offers.forgetSearch(record);
  return freshOffer;
}
