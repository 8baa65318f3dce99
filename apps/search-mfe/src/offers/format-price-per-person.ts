import { formatMinor } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';

/** "$206", the price of one traveller, with "about" if the amount does not divide evenly; rounded half up to minor units. */
export function formatPricePerPerson(
  minor: number,
  currency: string,
  travellers: number,
): string | undefined {
  if (travellers < 2 || minor >= Number.MAX_SAFE_INTEGER) return undefined;
  const share = Math.floor((2 * minor + travellers) / (2 * travellers));
  const about = share * travellers === minor ? '' : 'about ';
  return `${about}${formatPrice(formatMinor(share, currency), currency)}`;
}
