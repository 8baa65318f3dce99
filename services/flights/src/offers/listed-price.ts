import { formatMinor, type OfferDetails } from '@fareline/contracts';
import type { OfferRecord, ProviderOffer } from './offer-record.ts';
import { applyMarkup } from './pricing.ts';

const fareBrandOf = ({ offer }: ProviderOffer): string | null => offer.slices[0]?.fare_brand_name ?? null;

/** What to keep of a record before it is overwritten. Offers of one's own were in no list. */
export const listedAs = (record: OfferRecord): Pick<OfferRecord, 'listedAs'> =>
  record.isShared
    ? { listedAs: record.listedAs ?? { price: record.price, fareBrand: fareBrandOf(record) } }
    : {};

/** What the list said where a traveller can see that it has become something else; null where nothing changed. */
export function listedOffer(record: OfferRecord, markupPercent: number): OfferDetails['listed'] {
  if (!record.listedAs) return null;
  const { price, fareBrand } = record.listedAs;
  const before = applyMarkup(price, markupPercent);
  const now = applyMarkup(record.price, markupPercent);
  const isSamePrice = before.totalMinor === now.totalMinor && before.currency === now.currency;
  if (isSamePrice && fareBrand === fareBrandOf(record)) return null;
  return {
    total_amount: formatMinor(before.totalMinor, before.currency),
    total_currency: before.currency,
    fare_brand_name: fareBrand,
  };
}
