import { parseMinor, type CheckedBag, type Offer } from '@fareline/contracts';
import { getPriceMinor } from './offer-properties.ts';

export interface PriceWithBag {
  /** With one checked bag for everybody, in minor units; without it where the airline has not told its price. */
  minor: number;
  status: CheckedBag['status'];
}

/** What the offer costs with a checked bag for every traveller with a seat. */
export function getPriceWithBag(offer: Offer): PriceWithBag {
  const { status, total_amount } = offer.checked_bag;
  const minor = getPriceMinor(offer);
  // An unreadable fare stays unreadable, whatever its bag costs.
  if (minor === Number.MAX_SAFE_INTEGER) return { minor, status: 'unknown' };
  if (status !== 'paid') return { minor, status };
  const bag = parseMinor(total_amount ?? '', offer.total_currency);
  return bag === undefined ? { minor, status: 'unknown' } : { minor: minor + bag, status };
}
