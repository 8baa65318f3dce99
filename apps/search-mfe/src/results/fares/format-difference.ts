import { formatMinor, parseMinor, type Offer } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { getAmount, getPriceWithBag } from '../../offers/price-with-bag.ts';

/**
 * "+$224" against the cheapest fare, in whole units, "−$93 + bag" where only the other's price with a checked bag is known; undefined
 * without a difference.
 */
export function formatDifference(fare: Offer, cheapest: Offer, withBag: boolean): string | undefined {
  const isBagUnknown = [fare, cheapest].map((each) => getPriceWithBag(each).status === 'unknown');
  const bag = withBag && isBagUnknown[0] !== isBagUnknown[1] ? ' + bag' : '';
  const currency = fare.total_currency || 'USD';
  const [minor, lowest] = [fare, cheapest].map((each) => parseMinor(getAmount(each, withBag), currency));
  if (minor === undefined || lowest === undefined || minor === lowest) return undefined;
  const amount = Number(formatMinor(Math.abs(minor - lowest), currency));
  return `${minor < lowest ? '−' : '+'}${formatPrice(String(Math.round(amount) || amount), currency)}${bag}`;
}
