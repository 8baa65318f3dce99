import { isRefundable, type Carrier, type CheckedBag, type Offer, type Slice } from '@fareline/contracts';
import type { FindCity } from '@fareline/contracts/pages';
import { Badge, Button, classNames } from '@fareline/ui-theme';
import { memo, useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import type { Itinerary } from '../offers/itineraries.ts';
import { getMarketingCarriers, hasOutbound, isExpired } from '../offers/offer-properties.ts';
import { toQueryString, type ListParams } from '../search-query/list-params.ts';
import { toFromParams, type SearchQuery } from '../search-query/search-query.ts';
import { CardNotes } from './card-notes.tsx';
import { CardPrice } from './card-price.tsx';
import { FareChooser } from './fare-chooser.tsx';
import { cardGrid, carriersArea, priceArea, slicesArea } from './card-layout.tsx';
import { formatDepartureDate, SliceRow } from './slice-row.tsx';
import { useChosenFare } from './use-chosen-fare.ts';
import { useFocusAfterBack } from './use-focus-after-back.ts';

interface ItineraryCardProps {
  itinerary: Itinerary;
  query: SearchQuery;
  /** The list parameters of the results URL, for Back to Search. */
  list?: ListParams;
  /** Epoch ms; the card of an expired fare is marked and has no link. */
  now: number;
  /** Whether prices include a checked bag for every traveller. */
  withBag?: boolean;
  /** Kilograms of CO2 per traveller, median of the whole search. */
  medianEmissions?: number | null | undefined;
  findCity?: FindCity | undefined;
  onBagPriceLoaded?: (id: string, bag: CheckedBag) => void;
}

/** A badge is as high as the text beside it, so that the last line of a card has one height. */
const lowBadge = 'shrink-0 py-0 leading-4';

/** An itinerary in the list with its fares; price, link and expiry are those of the chosen fare. (CARD, LIST-02) */
export const ItineraryCard = memo(function ItineraryCard(props: ItineraryCardProps) {
  const { itinerary, query, list, now, withBag = false, medianEmissions, findCity, onBagPriceLoaded } = props;
  const [fare, chooseFare] = useChosenFare(itinerary, withBag);
  const detailsLink = useRef<HTMLAnchorElement>(null);
  if (!hasOutbound(fare)) return null;
  const expired = isExpired(fare, now);
  return (
    <article
      className={classNames(
        cardGrid,
        'transition-colors hover:border-control data-expired:border-dashed data-expired:bg-input',
      )}
      data-expired={expired || undefined}
    >
      <CardSlices fare={fare} origin={query.origin} destination={query.destination} findCity={findCity} />
      <FareChooser
        fares={itinerary.fares}
        chosen={fare}
        withBag={withBag}
        cabin={query.cabinClass}
        onChoose={chooseFare}
      >
        {isRefundable(fare.conditions) && (
          <Badge className={lowBadge} variant="success">
            Refundable
          </Badge>
        )}
        {getMarketingCarriers(fare).length > 1 && (
          <Badge className={lowBadge} variant="info">
            Multiple Airlines
          </Badge>
        )}
        <CardNotes offer={fare} />
      </FareChooser>
      <div
        className={classNames(
          priceArea,
          'flex items-center justify-between gap-x-4 gap-y-1.5 max-md:pt-1.5 md:items-stretch md:justify-center md:gap-y-1.5 xl:min-h-24.5',
        )}
      >
        <CardPrice
          offer={fare}
          withBag={withBag}
          expired={expired}
          medianEmissions={medianEmissions}
          onBagPriceLoaded={onBagPriceLoaded}
          nextFocus={detailsLink}
        />
        {expired ? (
          <p className="text-end text-small font-bold text-warning-ink">Expired. Refresh the results.</p>
        ) : (
          <DetailsLink
            ref={detailsLink}
            itineraryKey={itinerary.key}
            offer={fare}
            query={query}
            list={list}
          />
        )}
      </div>
    </article>
  );
});

/** The airline whose flight number the slice's first flight has: an offer's owner may only sell its ticket. */
function getCarrier({ segments }: Slice, owner: Carrier): Carrier {
  const marketing = segments[0]?.marketing_carrier;
  return marketing?.name || marketing?.iata_code ? marketing : owner;
}

/** Longer names have no room in a line with the dates. */
const maxCarriersLength = 28;

/** "British Airways and Iberia", or "Malaysia Airlines and 2 more"; each slice reads out its own. */
function formatCarriers(fare: Offer): string {
  const names = getMarketingCarriers(fare).map(({ name }) => name ?? 'Airline');
  const [first = fare.owner.name ?? 'Airline', ...others] = names;
  if (others.length === 0) return first;
  const all = `${first} and ${others[0]}`;
  return others.length === 1 && all.length <= maxCarriersLength ? all : `${first} and ${others.length} more`;
}

interface CardSlicesProps extends Pick<SearchQuery, 'origin' | 'destination'> {
  fare: Offer;
  findCity: FindCity | undefined;
}

const CardSlices = memo(function CardSlices({ fare, origin, destination, findCity }: CardSlicesProps) {
  const slices = fare.slices.slice(0, 2).filter(({ segments }) => segments.length > 0);
  return (
    <>
      <p
        className={classNames(carriersArea, 'flex flex-wrap gap-x-2 text-small leading-4 wrap-anywhere')}
        aria-hidden
      >
        <span className="font-bold">{formatCarriers(fare)}</span>
        <span className="text-text-muted">{slices.map(formatDepartureDate).join(' – ')}</span>
      </p>
      <div className={slicesArea(slices.length)}>
        {slices.map((slice, index) => (
          <SliceRow
            key={slice.id}
            slice={slice}
            label={index === 0 ? 'Outbound' : 'Return'}
            carrier={getCarrier(slice, fare.owner)}
            searched={index === 0 ? [origin, destination] : [destination, origin]}
            findCity={findCity}
          />
        ))}
      </div>
    </>
  );
});

interface DetailsLinkProps extends Pick<ItineraryCardProps, 'query' | 'list'> {
  ref: RefObject<HTMLAnchorElement | null>;
  itineraryKey: string;
  offer: Offer;
}

/** (CARD-08) */
function DetailsLink({ ref, itineraryKey, offer, query, list }: DetailsLinkProps) {
  const saveOpened = useFocusAfterBack(itineraryKey, ref);
  const url = `/flight/${encodeURIComponent(offer.id)}?${toQueryString(toFromParams(query, list))}`;
  return (
    <Button size="small" className="whitespace-nowrap md:min-h-8" asChild>
      <Link ref={ref} to={url} onClick={saveOpened}>
        View Details
      </Link>
    </Button>
  );
}
