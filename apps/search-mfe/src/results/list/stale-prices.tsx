import { Button } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { isExpired } from '../../offers/offer-properties.ts';
import type { ParsedSearchResponse } from '../progress/parse-search-response.ts';

const maxPriceAgeMs = 30 * 60_000;
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

interface StalePricesProps {
  results: ParsedSearchResponse;
  /** When the response was received (epoch ms), for responses without a search time. */
  receivedAt: number;
  now: number;
  /** Whether only the time since the response tells how old the prices are. */
  isClockAhead: boolean;
  onRefresh: () => void;
}

/** Shows the age of the prices after half an hour, or as soon as an offer has expired. */
export function StalePrices({ results, receivedAt, now, isClockAhead, onRefresh }: StalePricesProps) {
  const since = (!isClockAhead && Date.parse(results.searchedAt ?? '')) || receivedAt;
  const hasExpired = !isClockAhead && results.offers.some((offer) => isExpired(offer, now));
  const isStale = hasExpired || now - since >= maxPriceAgeMs;
  if (!isStale) return null;
  return (
    <Alert
      variant="warning"
      action={
        <Button variant="secondary" size="small" onClick={onRefresh}>
          Refresh Results
        </Button>
      }
    >
      These prices are from {timeFormat.format(since)}. Refresh to see current ones.
    </Alert>
  );
}
