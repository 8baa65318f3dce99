import { formatMinor, type CheckedBag, type Offer } from '@fareline/contracts';
import { Button, Icon, PriceText } from '@fareline/ui-theme';
import { Users } from '@fareline/ui-theme/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allInPrice } from '../offers/all-in-price.ts';
import { offerQuery } from '../offers/offer-calls.ts';
import { priceMinor } from '../offers/offer-facts.ts';
import { perPerson } from '../offers/per-person.ts';

interface CardPriceProps {
  offer: Offer;
  /** The price counts with a checked bag for everybody. */
  withBag: boolean;
  expired: boolean;
  /** The airline has told what the bag costs. */
  onBag?: ((id: string, bag: CheckedBag) => void) | undefined;
}

/** What it costs for all and for each, with the bag where that was asked for. (CARD-07) */
export function CardPrice({ offer, withBag, expired, onBag }: CardPriceProps) {
  const currency = offer.total_currency || 'USD';
  const people = offer.passengers.length;
  const { minor, status } = allInPrice(offer);
  const counted = withBag && status === 'paid';
  const each = perPerson(counted ? minor : priceMinor(offer), currency, people);
  return (
    <div className="md:text-end">
      <PriceText
        amount={counted ? formatMinor(minor, currency) : offer.total_amount}
        currency={currency}
        size="large"
      />
      <p className="flex items-center gap-1 text-small text-text-muted md:justify-end">
        <Icon of={Users} className="shrink-0" size={14} />
        {people === 1 ? '1 traveller' : `for ${people} travellers`}
      </p>
      {each && <p className="text-small text-text-muted figures">{each}</p>}
      {withBag && status !== 'unknown' && (
        <p className="text-small text-text-muted">
          {people === 1 ? 'with a checked bag' : 'with a checked bag for each'}
        </p>
      )}
      {withBag && status === 'unknown' && <UnknownBag id={offer.id} expired={expired} onBag={onBag} />}
    </div>
  );
}

/** Lists come without prices of bags; the airline is asked about one flight when somebody wants to know. */
function UnknownBag({
  id,
  expired,
  onBag,
}: {
  id: string;
  expired: boolean;
  onBag: CardPriceProps['onBag'];
}) {
  const { data, error, isFetching, refetch } = useQuery({ ...offerQuery(id), enabled: false });
  useEffect(() => {
    if (data && data.checked_bag.status !== 'unknown') onBag?.(id, data.checked_bag);
  }, [data, id, onBag]);
  const isUntold = data?.checked_bag.status === 'unknown';
  const text = isUntold
    ? 'The airline does not tell what a checked bag costs'
    : error
      ? 'The bag price could not be asked for'
      : 'Bag price not known yet';
  return (
    <>
      <p className="text-small text-text-muted" role="status">
        {text}
      </p>
      {!data && !expired && (
        <Button variant="link" size="small" loading={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Asking...' : 'Check bag price'}
        </Button>
      )}
    </>
  );
}
