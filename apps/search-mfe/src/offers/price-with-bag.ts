import { formatMinor, parseMinor, type CheckedBag, type Offer } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { getPriceMinor } from './offer-properties.ts';

export interface PriceWithBag {
  /** In minor units, with a checked bag for every traveller; without bags if their price is unknown. */
  minor: number;
  status: CheckedBag['status'];
}

/** The price of an offer with a checked bag for every traveller with a seat. */
export function getPriceWithBag(offer: Offer): PriceWithBag {
  const { status, total_amount } = offer.checked_bag;
  const minor = getPriceMinor(offer);
  // A fare that cannot be parsed stays unknown, whatever its bag costs.
  if (minor === Number.MAX_SAFE_INTEGER) return { minor, status: 'unknown' };
  if (status !== 'paid') return { minor, status };
  const bag = parseMinor(total_amount ?? '', offer.total_currency);
  return bag === undefined ? { minor, status: 'unknown' } : { minor: minor + bag, status };
}

/** The decimal amount that a list shows: with a checked bag if that is chosen and its price is known. */
export function getAmount(offer: Offer, withBag: boolean): string {
  const { minor, status } = getPriceWithBag(offer);
  return withBag && status === 'paid'
    ? formatMinor(minor, offer.total_currency || 'USD')
    : offer.total_amount;
}

/** "With a checked bag: $480"; undefined if the bag is included or its price is unknown. */
export function formatPriceWithBag(offer: Offer): string | undefined {
  const { minor, status } = getPriceWithBag(offer);
  if (status !== 'paid') return undefined;
  const currency = offer.total_currency || 'USD';
  const bag = offer.passengers.length === 1 ? 'With a checked bag' : 'With checked bags for all';
  return `${bag}: ${formatPrice(formatMinor(minor, currency), currency)}`;
}
