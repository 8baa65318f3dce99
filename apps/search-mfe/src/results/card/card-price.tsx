import type { CheckedBag, Offer } from '@fareline/contracts';
import { PriceText, Sentence, useAnnounce } from '@fareline/ui-theme';
import { useEffect, useState, type RefObject } from 'react';
import { BagPriceButton } from '../../offers/bag-price-button.tsx';
import { formatPriceWithBag, getAmount, getPriceWithBag } from '../../offers/price-with-bag.ts';
import { useBagPriceRequest } from '../../offers/offer-queries.ts';
import { getPriceMinor } from '../../offers/offer-properties.ts';
import { formatPricePerPerson } from '../../offers/format-price-per-person.ts';

interface PriceNotesProps {
  offer: Offer;
  /** Whether the price includes a checked bag for every traveller. */
  withBag: boolean;
  expired: boolean;
  /** Called when the bag price of an offer has been loaded. */
  onBagPriceLoaded?: ((id: string, bag: CheckedBag) => void) | undefined;
  /** Receives the focus when the bag price has been loaded. */
  nextFocus: RefObject<HTMLElement | null>;
}

/** The price of all travellers, with a checked bag if that is chosen. (CARD-07) */
export function CardPrice({ offer, withBag }: Pick<PriceNotesProps, 'offer' | 'withBag'>) {
  return (
    <PriceText amount={getAmount(offer, withBag)} currency={offer.total_currency || 'USD'} size="large" />
  );
}

/** What belongs to the price: the travellers with the price of one, and the checked bag if that is chosen. */
export function PriceNotes({ offer, withBag, expired, onBagPriceLoaded, nextFocus }: PriceNotesProps) {
  const travellers = offer.passengers.length;
  const { minor, status } = getPriceWithBag(offer);
  const pricePerPerson = formatPricePerPerson(
    withBag ? minor : getPriceMinor(offer),
    offer.total_currency || 'USD',
    travellers,
    '~',
  );
  return (
    <div className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-text-muted figures">
      {withBag && status === 'unknown' && (
        <BagPriceRequest
          offer={offer}
          expired={expired}
          onBagPriceLoaded={onBagPriceLoaded}
          nextFocus={nextFocus}
        />
      )}
      <p className="whitespace-nowrap">
        <Sentence>
          {travellers === 1
            ? '1 traveller'
            : pricePerPerson
              ? `${travellers} × ${pricePerPerson}`
              : `for ${travellers}`}
        </Sentence>
      </p>
      {withBag && status !== 'unknown' && (
        <p>{travellers === 1 ? 'with a checked bag' : 'with a checked bag for each'}</p>
      )}
    </div>
  );
}

/** If the removed button had the focus, moves it to `nextFocus`, or to the heading if the card has left the page. */
function restoreFocus(nextFocus: RefObject<HTMLElement | null>) {
  if (document.activeElement !== document.body) return;
  (nextFocus.current ?? document.querySelector('h1'))?.focus();
}

/** Loads the bag price of one offer on request, because search responses have no bag prices. */
function BagPriceRequest({ offer, expired, onBagPriceLoaded, nextFocus }: Omit<PriceNotesProps, 'withBag'>) {
  const { id } = offer;
  const { data, failure, announcement, isFetching, isWaiting, request } = useBagPriceRequest(id);
  const [isRequested, setRequested] = useState(false);
  const loadedOffer = data && { ...offer, checked_bag: data.checked_bag };
  const isUnavailable = loadedOffer && getPriceWithBag(loadedOffer).status === 'unknown';
  const text = isUnavailable
    ? 'The airline does not tell what a checked bag costs'
    : (failure ?? 'Bag price not known yet');
  const outcome =
    loadedOffer && !isUnavailable
      ? (formatPriceWithBag(loadedOffer) ?? 'Checked bag included')
      : (announcement ?? text);
  useAnnounce(isRequested && !isFetching ? outcome : '');
  useEffect(() => {
    if (data && data.checked_bag.status !== 'unknown') onBagPriceLoaded?.(id, data.checked_bag);
  }, [data, id, onBagPriceLoaded]);
  useEffect(() => {
    if (!isRequested || !data) return undefined;
    if (isUnavailable) restoreFocus(nextFocus);
    // A loaded price unmounts this component and may move the card in the list, so the focus is restored after that.
    return () => restoreFocus(nextFocus);
  }, [isRequested, data, isUnavailable, nextFocus]);
  const loadBagPrice = () => {
    setRequested(true);
    request();
  };
  return (
    <>
      <p>{text}</p>
      {!data && !expired && (
        <BagPriceButton isFetching={isFetching} isWaiting={isWaiting} onClick={loadBagPrice} />
      )}
    </>
  );
}
