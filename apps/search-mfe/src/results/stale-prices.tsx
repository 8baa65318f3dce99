import { Button } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { isExpired } from '../offers/offer-properties.ts';
import type { ParsedSearchResponse } from './parse-search-response.ts';

const halfAnHour = 30 * 60_000;
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

interface StalePricesProps {
  results: ParsedSearchResponse;
  /** When they came, for answers that do not say when the airlines were asked. */
  receivedAt: number;
  now: number;
  onRefresh: () => void;
}

/** Says how old the prices are once that matters: after half an hour, or when the first offer has ended. */
export function StalePrices({ results, receivedAt, now, onRefresh }: StalePricesProps) {
  const since = Date.parse(results.searchedAt ?? '') || receivedAt;
  const isStale = now - since >= halfAnHour || results.offers.some((offer) => isExpired(offer, now));
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
      These prices are from {clock.format(since)}. Refresh to see current ones.
    </Alert>
  );
}
