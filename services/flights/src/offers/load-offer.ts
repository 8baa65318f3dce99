import type { Mode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { OfferRecord } from './offer-record.ts';
import type { OfferStore } from './offer-store.ts';

/** Returns the stored offer. Throws OFFER_EXPIRED if it has expired or belongs to the other mode (MODE-05), OFFER_NOT_FOUND if it is unknown. */
export async function loadOffer(offers: OfferStore, mode: Mode, id: string): Promise<OfferRecord> {
  const found = await offers.read(id);
  if (found.state === 'unknown') throw new AppError('OFFER_NOT_FOUND');
  if (found.state === 'expired' || found.record.mode !== mode) throw new AppError('OFFER_EXPIRED');
  return found.record;
}
