import { AppError } from '@fareline/service-kit/app-error';
import type { Deps } from '../deps.ts';
import type { BudgetCall } from '../duffel/budget-call.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { snapshotListedPrice } from './listed-price.ts';
import type { OfferRecord, OfferRepository } from './offer.repository.ts';

/** Whether two states of an offer cost the same, before any markup. */
export const hasSamePrice = (one: ProviderOffer, other: ProviderOffer): boolean =>
  one.price.totalMinor === other.price.totalMinor && one.price.currency === other.price.currency;

export type OfferDeps = Pick<Deps, 'provider' | 'offers'>;

/**
 * Loads the current state of an offer from the provider and stores it: price, fare, expiry, paid extras, and the price that
 * the result list showed. Throws like `fetchOffer`.
 */
export async function reloadOffer(
  deps: OfferDeps,
  record: OfferRecord,
  call: BudgetCall,
): Promise<OfferRecord> {
  const current = await fetchOffer(deps, record, call);
  // The fare is overwritten too, because a later refresh must match what was shown last.
  const reloaded: OfferRecord = { ...record, ...current, hasServices: true, ...snapshotListedPrice(record) };
  await deps.offers.write(reloaded);
  if (!hasSamePrice(record, current)) await deps.offers.forgetSearch(record);
  return reloaded;
}

/**
 * The provider's current state of an offer. An offer that no longer exists or has expired is marked as expired, and
 * OFFER_UNAVAILABLE, OFFER_EXPIRED or DEPARTURE_TOO_CLOSE is thrown.
 */
export async function fetchOffer(
  { provider, offers }: OfferDeps,
  record: OfferRecord,
  call: BudgetCall,
): Promise<ProviderOffer> {
  const { mode, offer } = record;
  const current = await markExpiredIfGone(offers, record, provider.getOffer(mode, offer.id, call));
  if (Date.parse(current.offer.expires_at) > Date.now()) return current;
  await offers.markExpired(record);
  throw new AppError('OFFER_EXPIRED');
}

/** Whether an error means that an offer can no longer be booked. */
export const isGoneError = (error: unknown): error is AppError =>
  error instanceof AppError &&
  ['OFFER_UNAVAILABLE', 'OFFER_EXPIRED', 'DEPARTURE_TOO_CLOSE'].includes(error.code);

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
