import { Button, useAnnounce } from '@fareline/ui-theme';
import { useBagPriceRequest } from '../offers/offer-queries.ts';

/** Loads the price of a checked bag on request, because it takes a call of the airline. (LIMIT-03) */
export function BagPriceQuestion({ offerId }: { offerId: string }) {
  const { failure, announcement, isFetching, isWaiting, request } = useBagPriceRequest(offerId);
  useAnnounce(announcement ?? '');
  return (
    <p className="text-small">
      <span className="text-text-muted figures">
        {failure ?? 'The price of a checked bag is not known yet.'}
      </span>{' '}
      {/* Not disabled while it waits, so that it keeps the focus. */}
      <Button
        variant="link"
        size="small"
        loading={isFetching}
        aria-disabled={isWaiting || undefined}
        onClick={request}
      >
        {isFetching ? 'Asking...' : 'Check bag price'}
      </Button>
    </p>
  );
}
