import { equalsMoney, formatMinor, type OfferDetails } from '@fareline/contracts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import type { OfferRecord } from './offer.repository.ts';
import { addMarkup } from '../pricing/pricing.ts';

const getFareName = ({ offer }: ProviderOffer): string | null => offer.slices[0]?.fare_brand_name ?? null;

/** Price and fare name to preserve when a record is overwritten; fresh offers were never in a result list. */
export const snapshotListedPrice = (record: OfferRecord): Pick<OfferRecord, 'listedAs'> =>
  record.isShared
    ? { listedAs: record.listedAs ?? { price: record.price, fareBrand: getFareName(record) } }
    : {};

/** Price and fare name in the result list if they differ visibly from the current ones; otherwise null. */
export function getListedIfChanged(record: OfferRecord, markupPercent: number): OfferDetails['listed'] {
  if (!record.listedAs) return null;
  const { price, fareBrand } = record.listedAs;
  const listed = addMarkup(price, markupPercent);
  if (equalsMoney(listed, addMarkup(record.price, markupPercent)) && fareBrand === getFareName(record))
    return null;
  return {
    total_amount: formatMinor(listed.minor, listed.currency),
    total_currency: listed.currency,
    fare_brand_name: fareBrand,
  };
}
