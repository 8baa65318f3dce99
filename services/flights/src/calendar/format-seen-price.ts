import { formatMinor } from '@fareline/contracts';
import { addMarkup } from '../pricing/pricing.ts';
import type { SeenPrice } from './price-calendar.repository.ts';

/** A seen price as responses contain it, with the brand's markup. */
export function formatSeenPrice(seen: SeenPrice, markupPercent: number) {
  const { minor, currency } = addMarkup(seen, markupPercent);
  return {
    total_amount: formatMinor(minor, currency),
    total_currency: currency,
    seen_at: new Date(seen.seenAt).toISOString(),
  };
}
