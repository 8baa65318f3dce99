import { formatMinor } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';

/** "$206 per person", with "about" where the amount does not divide evenly. Rounded half up to minor units. */
export function formatPricePerPerson(minor: number, currency: string, people: number): string | undefined {
  if (people < 2 || minor >= Number.MAX_SAFE_INTEGER) return undefined;
  const share = Math.floor((2 * minor + people) / (2 * people));
  const about = share * people === minor ? '' : 'about ';
  return `${about}${formatPrice(formatMinor(share, currency), currency)} per person`;
}
