import type { Mode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { OfferRecord } from './offer-record.ts';
import type { OfferStore } from './offer-store.ts';

/** The stored offer. OFFER_EXPIRED when its time is over, it is gone, or it was made in the other mode (MODE-05); OFFER_NOT_FOUND when it never was. */
export async function loadOffer(offers: OfferStore, mode: Mode, id: string): Promise<OfferRecord> {
  const found = await offers.read(id);
  if (found.state === 'unknown') throw new AppError('OFFER_NOT_FOUND');
  if (found.state === 'ended' || found.record.mode !== mode) throw new AppError('OFFER_EXPIRED');
  return found.record;
}
