import { Button } from '@fareline/ui-theme';
import type { useBagPriceRequest } from './offer-queries.ts';

interface BagPriceButtonProps extends Pick<
  ReturnType<typeof useBagPriceRequest>,
  'isFetching' | 'isWaiting'
> {
  onClick: () => void;
}

/** Asks for the bag price of an offer. Not disabled while a refused request has to wait, so that it keeps the focus. */
export function BagPriceButton({ isFetching, isWaiting, onClick }: BagPriceButtonProps) {
  return (
    <Button
      variant="link"
      size="small"
      loading={isFetching}
      aria-disabled={isWaiting || undefined}
      onClick={onClick}
    >
      {isFetching ? 'Asking...' : 'Check bag price'}
    </Button>
  );
}
