import { Button } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { isExpired } from '../offers/offer-properties.ts';
import type { ParsedSearchResponse } from './parse-search-response.ts';

const maxPriceAgeMs = 30 * 60_000;
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

interface StalePricesProps {
  results: ParsedSearchResponse;
  /** When the response was received (epoch ms), for responses without a search time. */
  receivedAt: number;
  now: number;
  onRefresh: () => void;
}

/** Shows the age of the prices after half an hour, or as soon as an offer has expired. */
export function StalePrices({ results, receivedAt, now, onRefresh }: StalePricesProps) {
  const since = Date.parse(results.searchedAt ?? '') || receivedAt;
  const isStale = now - since >= maxPriceAgeMs || results.offers.some((offer) => isExpired(offer, now));
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
