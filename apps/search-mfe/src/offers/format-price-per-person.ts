import { formatMinor } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';

/**
 * "$206", the price of one traveller, rounded half up to minor units; marked as `approximate` if the amount does not divide evenly.
 */
export function formatPricePerPerson(
  minor: number,
  currency: string,
  travellers: number,
  approximate = 'about ',
): string | undefined {
  if (travellers < 2 || minor >= Number.MAX_SAFE_INTEGER) return undefined;
  const share = Math.floor((2 * minor + travellers) / (2 * travellers));
  const mark = share * travellers === minor ? '' : approximate;
  return `${mark}${formatPrice(formatMinor(share, currency), currency)}`;
}
