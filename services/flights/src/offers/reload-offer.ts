import { AppError } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import type { BudgetShare } from '../duffel/provider-budget.ts';
import { snapshotListedPrice } from './listed-price.ts';
import type { OfferRecord, OfferRepository } from './offer.repository.ts';

export type OfferDeps = Pick<Deps, 'provider' | 'offers'>;

/**
 * Loads the current state of an offer from the provider and stores it: price, fare, expiry, paid extras, and the price that
 * the result list showed. An offer that no longer exists is marked as expired, and OFFER_UNAVAILABLE is thrown.
 */
export async function reloadOffer(
  { provider, offers }: OfferDeps,
  record: OfferRecord,
  share: BudgetShare,
): Promise<OfferRecord> {
  const current = await markExpiredIfGone(
    offers,
    record,
    provider.getOffer(record.mode, record.offer.id, share),
  );
  const isExpired = Date.parse(current.offer.expires_at) <= Date.now();
  if (isExpired) {
    await offers.markExpired(record);
    throw new AppError('OFFER_EXPIRED');
  }
  // The fare is overwritten too, because a later refresh must match what was shown last.
  const reloaded: OfferRecord = { ...record, ...current, hasServices: true, ...snapshotListedPrice(record) };
  await offers.write(reloaded);
  return reloaded;
}

/** Awaits a provider call, and marks the offer as expired if the call fails with OFFER_UNAVAILABLE. */
export async function markExpiredIfGone<T>(
  offers: OfferRepository,
  record: OfferRecord,
  providerCall: Promise<T>,
): Promise<T> {
  try {
    return await providerCall;
  } catch (error) {
    if (error instanceof AppError && error.code === 'OFFER_UNAVAILABLE') await offers.markExpired(record);
    throw error;
  }
}
