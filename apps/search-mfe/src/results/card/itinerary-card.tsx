import { isRefundable, type Carrier, type CheckedBag, type Offer, type Slice } from '@fareline/contracts';
import type { FindCity } from '@fareline/contracts/pages';
import { Badge, Button, classNames, useMediaQuery, VisuallyHidden } from '@fareline/ui-theme';
import { memo, useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import { aboveMobile, oneRow } from '../../media-queries.ts';
import { formatEmissions } from '../../offers/format-emissions.ts';
import { getCheapestFare, type Itinerary } from '../../offers/itineraries.ts';
import { getMarketingCarriers, hasOutbound, isExpired } from '../../offers/offer-properties.ts';
import { toQueryString, type ListParams } from '../../search-query/list-params.ts';
import { toFromParams, type SearchQuery } from '../../search-query/search-query.ts';
import { CardNotes } from './card-notes.tsx';
import { CardPrice, PriceNotes } from './card-price.tsx';
import { FareChooser } from '../fares/fare-chooser.tsx';
import { cardGrid, carriersArea, lastLine, priceArea, slicesArea } from './card-layout.tsx';
import { formatDepartureDate, SliceRow } from './slice-row.tsx';
import { getShortLabel } from '../list/sort-itineraries.ts';
import { useChosenFare } from '../fares/use-chosen-fare.ts';
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
  /** "Cheapest" and the like, if it is the first of the whole list in these orders. */
  firstIn?: readonly string[] | undefined;
  onBagPriceLoaded?: (id: string, bag: CheckedBag) => void;
}

/** A badge is as high as the text beside it, so that the last line of a card has one height. */
const lowBadge = 'shrink-0 py-0 leading-4 max-md:px-1.5';

/** An itinerary in the list with its fares; price, link and expiry are those of the chosen fare. (CARD, LIST-02) */
export const ItineraryCard = memo(function ItineraryCard(props: ItineraryCardProps) {
  const { itinerary, query, list, now, withBag = false, medianEmissions, findCity, onBagPriceLoaded } = props;
  const [fare, chooseFare] = useChosenFare(itinerary, withBag);
  const [isWide, isOneRow] = [useMediaQuery(aboveMobile), useMediaQuery(oneRow)];
  const detailsLink = useRef<HTMLAnchorElement>(null);
  if (!hasOutbound(fare)) return null;
  const expired = isExpired(fare, now);
  const slices = listSlices(fare);
  const isRefundableFare = isRefundable(fare.conditions);
  const hasSeveralAirlines = getMarketingCarriers(fare).length > 1;
  // The last line of a phone has no room for all.
  const hasRoom = isWide || !(isRefundableFare || hasSeveralAirlines);
  const emissions = hasRoom && formatEmissions(fare, medianEmissions);
  // Another fare of these flights is dearer than those for which they are first.
  const isCheapestFare = fare === getCheapestFare(itinerary.fares, withBag);
  const firstIn = props.firstIn?.filter((label) => isCheapestFare || label === getShortLabel('duration'));
  const carriers = <Carriers fare={fare} maxLength={isWide ? 28 : 22} firstIn={firstIn} />;
  return (
    <article
      className={classNames(
        cardGrid,
        'transition-[border-color] hover:border-control data-expired:border-dashed data-expired:bg-input',
      )}
      data-expired={expired || undefined}
    >
      {!isOneRow && <div className={carriersArea}>{carriers}</div>}
      <CardSlices fare={fare} origin={query.origin} destination={query.destination} findCity={findCity} />
      <FareChooser
        fares={itinerary.fares}
        chosen={fare}
        withBag={withBag}
        cabin={query.cabinClass}
        onChoose={chooseFare}
      />
      <div className={priceArea(slices.length)}>
        <CardPrice offer={fare} withBag={withBag} />
        {expired ? (
          <p className="text-small leading-4 font-medium text-warning-ink">Expired. Refresh the results.</p>
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
      <div className={lastLine(slices.length)}>
        {isOneRow && <div className="min-w-[calc(100%-34.5rem)]">{carriers}</div>}
        {isRefundableFare && (
          <Badge className={lowBadge} variant="success">
            Refundable
          </Badge>
        )}
        {hasSeveralAirlines && (
          <Badge className={lowBadge} variant="info">
            Multiple Airlines
          </Badge>
        )}
        {emissions && (
          <p className="shrink-0 figures">
            {emissions}
            <VisuallyHidden> against the median of the search</VisuallyHidden>
          </p>
        )}
        <CardNotes offer={fare} isShort={!isWide && (!hasRoom || Boolean(emissions))} />
        <PriceNotes
          offer={fare}
          withBag={withBag}
          expired={expired}
          onBagPriceLoaded={onBagPriceLoaded}
          nextFocus={detailsLink}
        />
      </div>
    </article>
  );
});

/** The airline whose flight number the slice's first flight has: an offer's owner may only sell its ticket. */
function getCarrier({ segments }: Slice, owner: Carrier): Carrier {
  const marketing = segments[0]?.marketing_carrier;
  return marketing?.name || marketing?.iata_code ? marketing : owner;
}

/** "British Airways and Iberia", or "Malaysia Airlines +2" where two have no room; each slice reads out its own. */
function formatCarriers(fare: Offer, maxLength: number): string {
  const names = getMarketingCarriers(fare).map(({ name }) => name ?? 'Airline');
  const [first = fare.owner.name ?? 'Airline', ...others] = names;
  if (others.length === 0) return first;
  const all = `${first} and ${others[0]}`;
  return others.length === 1 && all.length <= maxLength ? all : `${first} +${others.length}`;
}

const listSlices = (fare: Offer): Slice[] =>
  fare.slices.slice(0, 2).filter(({ segments }) => segments.length > 0);

interface CarriersProps {
  fare: Offer;
  /** Of the names, in a line with the dates. */
  maxLength: number;
  firstIn: ItineraryCardProps['firstIn'];
}

/** Airlines and dates, which each slice reads out, and what the flights are first in. */
function Carriers({ fare, maxLength, firstIn }: CarriersProps) {
  return (
    <div className="flex min-h-4 items-center gap-x-2 text-small leading-4">
      <p className="flex min-w-0 gap-x-2" aria-hidden>
        <span className="truncate font-medium">{formatCarriers(fare, maxLength)}</span>
        <span className="shrink-0 text-text-muted">
          {listSlices(fare).map(formatDepartureDate).join(' – ')}
        </span>
      </p>
      {/* On a phone on the border, because the line has no room for them. */}
      {firstIn && (
        <p className="flex shrink-0 gap-x-2 max-md:absolute max-md:end-2.5 max-md:-top-2.25">
          {firstIn.map((label) => (
            <Badge
              key={label}
              className={classNames(
                'px-1.5 py-0 leading-4',
                label === 'Cheapest' && 'bg-cheapest-soft text-cheapest',
              )}
            >
              {label}
            </Badge>
          ))}
        </p>
      )}
    </div>
  );
}

interface CardSlicesProps extends Pick<SearchQuery, 'origin' | 'destination'> {
  fare: Offer;
  findCity: FindCity | undefined;
}

const CardSlices = memo(function CardSlices({ fare, origin, destination, findCity }: CardSlicesProps) {
  const slices = listSlices(fare);
  return (
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
    <Button size="small" className="whitespace-nowrap max-md:mt-1 max-md:min-h-11 md:min-h-8" asChild>
      <Link ref={ref} to={url} onClick={saveOpened}>
        View Details
      </Link>
    </Button>
  );
}
