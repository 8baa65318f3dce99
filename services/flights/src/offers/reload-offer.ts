import { AppError } from '@fareline/service-kit';
import type { Provider } from '../duffel/flight-provider.ts';
import type { BudgetShare } from '../duffel/provider-budget.ts';
import { listedAs } from './listed-price.ts';
import type { OfferRecord } from './offer-record.ts';
import type { OfferStore } from './offer-store.ts';

export interface OfferDeps {
  provider: Provider;
  offers: OfferStore;
}

/**
 * Asks the provider how an offer stands and stores what it says: price, fare, expiry, paid services; what the list said of
 * it stays beside that. One that is gone is ended here and OFFER_UNAVAILABLE.
 */
export async function reloadOffer(
  { provider, offers }: OfferDeps,
  record: OfferRecord,
  share: BudgetShare,
): Promise<OfferRecord> {
  const current = await markExpiredIfGone(
    offers,
    record,
    provider.offer(record.mode, record.offer.id, share),
  );
  const isOver = Date.parse(current.offer.expires_at) <= Date.now();
  if (isOver) {
    await offers.end(record);
    throw new AppError('OFFER_EXPIRED');
  }
  // The fare too: what is exchanged later must be like what was shown last.
  const refreshed: OfferRecord = { ...record, ...current, hasServices: true, ...listedAs(record) };
  await offers.write(refreshed);
  return refreshed;
}

/** Ends the offer when the provider's answer says that it is gone. */
export async function markExpiredIfGone<T>(
  offers: OfferStore,
  record: OfferRecord,
  answer: Promise<T>,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'OFFER_UNAVAILABLE') await offers.end(record);
    throw error;
  }
}
