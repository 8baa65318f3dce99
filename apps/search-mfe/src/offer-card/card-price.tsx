import { formatMinor, type CheckedBag, type Offer } from '@fareline/contracts';
import { PriceText, Sentence, useAnnounce, VisuallyHidden } from '@fareline/ui-theme';
import { useEffect, useState, type RefObject } from 'react';
import { BagPriceButton } from '../offers/bag-price-button.tsx';
import { formatPriceWithBag, getPriceWithBag } from '../offers/price-with-bag.ts';
import { useBagPriceRequest } from '../offers/offer-queries.ts';
import { getPriceMinor } from '../offers/offer-properties.ts';
import { formatEmissions } from '../offers/format-emissions.ts';
import { formatPricePerPerson } from '../offers/format-price-per-person.ts';

interface CardPriceProps {
  offer: Offer;
  /** Whether the price includes a checked bag for every traveller. */
  withBag: boolean;
  expired: boolean;
  /** Kilograms of CO2 per traveller, median of the whole search. */
  medianEmissions?: number | null | undefined;
  /** Called when the bag price of an offer has been loaded. */
  onBagPriceLoaded?: ((id: string, bag: CheckedBag) => void) | undefined;
  /** Receives the focus when the bag price has been loaded. */
  nextFocus: RefObject<HTMLElement | null>;
}

/** The price in total and per person, with a checked bag if that is chosen. (CARD-07) */
export function CardPrice(props: CardPriceProps) {
  const { offer, withBag, expired, medianEmissions, onBagPriceLoaded, nextFocus } = props;
  const currency = offer.total_currency || 'USD';
  const travellers = offer.passengers.length;
  const { minor, status } = getPriceWithBag(offer);
  const includesBagPrice = withBag && status === 'paid';
  const pricePerPerson = formatPricePerPerson(
    includesBagPrice ? minor : getPriceMinor(offer),
    currency,
    travellers,
    '~',
  );
  const emissions = formatEmissions(offer, medianEmissions);
  return (
    <div className="grid grid-cols-1 md:justify-items-end md:text-end">
      <PriceText
        amount={includesBagPrice ? formatMinor(minor, currency) : offer.total_amount}
        currency={currency}
        size="large"
      />
      <p className="text-small leading-4 whitespace-nowrap text-text-muted figures">
        <Sentence>
          {travellers === 1
            ? '1 traveller'
            : pricePerPerson
              ? `${travellers} × ${pricePerPerson}`
              : `for ${travellers}`}
        </Sentence>
      </p>
      {emissions && (
        <p className="text-small leading-4 text-text-muted figures">
          {emissions}
          <VisuallyHidden> against the median of the search</VisuallyHidden>
        </p>
      )}
      {withBag && status !== 'unknown' && (
        <p className="text-small text-text-muted">
          {travellers === 1 ? 'with a checked bag' : 'with a checked bag for each'}
        </p>
      )}
      {withBag && status === 'unknown' && (
        <BagPriceRequest
          offer={offer}
          expired={expired}
          onBagPriceLoaded={onBagPriceLoaded}
          nextFocus={nextFocus}
        />
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
function BagPriceRequest({
  offer,
  expired,
  onBagPriceLoaded,
  nextFocus,
}: Omit<CardPriceProps, 'withBag' | 'medianEmissions'>) {
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
      <p className="text-small text-text-muted figures">{text}</p>
      {!data && !expired && (
        <BagPriceButton isFetching={isFetching} isWaiting={isWaiting} onClick={loadBagPrice} />
      )}
    </>
  );
}
