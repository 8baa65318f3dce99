import { formatMinor, type CheckedBag, type Offer } from '@fareline/contracts';
import { Button, PriceText, useAnnounce } from '@fareline/ui-theme';
import Users from 'lucide-react/icons/users';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { getPriceWithBag } from '../offers/price-with-bag.ts';
import { formatPriceWithBag } from '../offers/format-price-with-bag.ts';
import { offerQueryOptions } from '../offers/offer-queries.ts';
import { getPriceMinor } from '../offers/offer-properties.ts';
import { formatPricePerPerson } from '../offers/format-price-per-person.ts';

interface CardPriceProps {
  offer: Offer;
  /** The price counts with a checked bag for everybody. */
  withBag: boolean;
  expired: boolean;
  /** The airline has told what the bag costs. */
  onBagPriceLoaded?: ((id: string, bag: CheckedBag) => void) | undefined;
  /** What the focus goes on to when the bag's price is there. */
  next: RefObject<HTMLElement | null>;
}

/** What it costs for all and for each, with the bag where that was asked for. (CARD-07) */
export function CardPrice({ offer, withBag, expired, onBagPriceLoaded, next }: CardPriceProps) {
  const currency = offer.total_currency || 'USD';
  const people = offer.passengers.length;
  const { minor, status } = getPriceWithBag(offer);
  const counted = withBag && status === 'paid';
  const each = formatPricePerPerson(counted ? minor : getPriceMinor(offer), currency, people);
  return (
    <div className="md:text-end">
      <PriceText
        amount={counted ? formatMinor(minor, currency) : offer.total_amount}
        currency={currency}
        size="large"
      />
      <p className="flex items-center gap-1 text-small text-text-muted md:justify-end">
        <Users className="shrink-0" size={14} />
        {people === 1 ? '1 traveller' : `for ${people} travellers`}
      </p>
      {each && <p className="text-small text-text-muted figures">{each}</p>}
      {withBag && status !== 'unknown' && (
        <p className="text-small text-text-muted">
          {people === 1 ? 'with a checked bag' : 'with a checked bag for each'}
        </p>
      )}
      {withBag && status === 'unknown' && (
        <UnknownBag offer={offer} expired={expired} onBagPriceLoaded={onBagPriceLoaded} next={next} />
      )}
    </div>
  );
}

/** Where the focus goes on when the button is gone: to the card, or to the top of the list when the card is out of sight. */
function goOn(next: RefObject<HTMLElement | null>) {
  if (document.activeElement !== document.body) return;
  (next.current ?? document.querySelector('h1'))?.focus();
}

/** Lists come without prices of bags; the airline is asked about one flight when somebody wants to know. */
function UnknownBag({ offer, expired, onBagPriceLoaded, next }: Omit<CardPriceProps, 'withBag'>) {
  const { id } = offer;
  const { data, error, isFetching, refetch } = useQuery({ ...offerQueryOptions(id), enabled: false });
  const [asked, setAsked] = useState(false);
  const answered = data && { ...offer, checked_bag: data.checked_bag };
  const isUntold = answered && getPriceWithBag(answered).status === 'unknown';
  const text = isUntold
    ? 'The airline does not tell what a checked bag costs'
    : error
      ? 'The bag price could not be asked for'
      : 'Bag price not known yet';
  const answer = answered && !isUntold ? (formatPriceWithBag(answered) ?? 'Checked bag included') : text;
  useAnnounce(asked && !isFetching ? answer : '');
  useEffect(() => {
    if (data && data.checked_bag.status !== 'unknown') onBagPriceLoaded?.(id, data.checked_bag);
  }, [data, id, onBagPriceLoaded]);
  useEffect(() => {
    if (!asked || !data) return undefined;
    if (isUntold) goOn(next);
    // A price that was told ends this, and may give the card another place: the focus waits for that.
    return () => goOn(next);
  }, [asked, data, isUntold, next]);
  const ask = () => {
    setAsked(true);
    void refetch();
  };
  return (
    <>
      <p className="text-small text-text-muted">{text}</p>
      {!data && !expired && (
        <Button variant="link" size="small" loading={isFetching} onClick={ask}>
          {isFetching ? 'Asking...' : 'Check bag price'}
        </Button>
      )}
    </>
  );
}
