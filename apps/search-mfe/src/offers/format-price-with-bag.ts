import { formatMinor, type Offer } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';
import { getPriceWithBag } from './price-with-bag.ts';

/** The price with a checked bag in words; undefined where the bag costs nothing more, or nobody knows how much. */
export function formatPriceWithBag(offer: Offer): string | undefined {
  const { minor, status } = getPriceWithBag(offer);
  if (status !== 'paid') return undefined;
  const currency = offer.total_currency || 'USD';
  const bag = offer.passengers.length === 1 ? 'With a checked bag' : 'With checked bags for all';
  return `${bag}: ${formatPrice(formatMinor(minor, currency), currency)}`;
}
