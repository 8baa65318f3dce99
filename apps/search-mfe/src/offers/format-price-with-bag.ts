import { formatMinor, type Offer } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';
import { getPriceWithBag } from './price-with-bag.ts';

/** "With a checked bag: $480"; undefined if the bag is included or its price is unknown. */
export function formatPriceWithBag(offer: Offer): string | undefined {
  const { minor, status } = getPriceWithBag(offer);
  if (status !== 'paid') return undefined;
  const currency = offer.total_currency || 'USD';
  const bag = offer.passengers.length === 1 ? 'With a checked bag' : 'With checked bags for all';
  return `${bag}: ${formatPrice(formatMinor(minor, currency), currency)}`;
}
