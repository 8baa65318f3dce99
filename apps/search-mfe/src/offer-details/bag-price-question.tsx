import { useAnnounce } from '@fareline/ui-theme';
import { BagPriceButton } from '../offers/bag-price-button.tsx';
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
      <BagPriceButton isFetching={isFetching} isWaiting={isWaiting} onClick={request} />
    </p>
  );
}
