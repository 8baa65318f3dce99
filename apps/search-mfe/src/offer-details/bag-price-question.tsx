import { Button, useAnnounce } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { describeBagPriceFailure, offerWithExtrasQueryOptions } from '../offers/offer-queries.ts';

/** Loads the price of a checked bag on request, because it takes a call of the airline. (LIMIT-03) */
export function BagPriceQuestion({ offerId }: { offerId: string }) {
  const { error, isFetching, refetch } = useQuery({
    ...offerWithExtrasQueryOptions(offerId),
    enabled: false,
  });
  const failure = error && !isFetching ? describeBagPriceFailure(error) : '';
  useAnnounce(failure);
  return (
    <p className="text-small">
      <span className="text-text-muted">{failure || 'The price of a checked bag is not known yet.'}</span>{' '}
      <Button variant="link" size="small" loading={isFetching} onClick={() => void refetch()}>
        {isFetching ? 'Asking...' : 'Check bag price'}
      </Button>
    </p>
  );
}
