import type { Carrier, CheckedBag, Offer, Slice } from '@fareline/contracts';
import { Badge, Button } from '@fareline/ui-theme';
import { useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import type { Itinerary } from '../offers/itineraries.ts';
import { getMarketingCarriers, hasOutbound, isExpired } from '../offers/offer-properties.ts';
import { toQueryString, type ListParams } from '../search-query/list-params.ts';
import { toFromParams, type SearchQuery } from '../search-query/search-query.ts';
import { CardNotes } from './card-notes.tsx';
import { CardPrice } from './card-price.tsx';
import { FareChooser } from './fare-chooser.tsx';
import { SliceRow } from './slice-row.tsx';
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
  onBagPriceLoaded?: (id: string, bag: CheckedBag) => void;
}

/** An itinerary in the list with its fares; price, link and expiry are those of the chosen fare. (CARD, LIST-02) */
export function ItineraryCard(props: ItineraryCardProps) {
  const { itinerary, query, list, now, withBag = false, medianEmissions, onBagPriceLoaded } = props;
  const [fare, chooseFare] = useChosenFare(itinerary, withBag);
  const detailsLink = useRef<HTMLAnchorElement>(null);
  if (!hasOutbound(fare)) return null;
  const expired = isExpired(fare, now);
  return (
    <article
      className="grid gap-x-3 gap-y-1.5 rounded-card border border-line bg-card data-expired:border-dashed data-expired:bg-input p-3 transition-colors hover:border-control md:grid-cols-[minmax(0,1fr)_auto] md:p-4 xl:grid-cols-[minmax(0,1fr)_22.5rem_7rem] xl:grid-rows-[1fr_auto] xl:gap-y-1 xl:px-3 xl:py-1"
      data-expired={expired || undefined}
    >
      <CardSlices fare={fare} />
      <div>
        <FareChooser fares={itinerary.fares} chosen={fare} withBag={withBag} onChoose={chooseFare} />
      </div>
      <div className="flex items-center justify-between gap-x-4 gap-y-2 md:w-28 md:flex-col md:items-stretch md:justify-start xl:row-span-2">
        <CardPrice
          offer={fare}
          withBag={withBag}
          expired={expired}
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
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden md:col-span-2">
        <CardNotes offer={fare} medianEmissions={medianEmissions} />
        {getMarketingCarriers(fare).length > 1 && <Badge variant="info">Multiple Airlines</Badge>}
        {fare.conditions.refundable === true && <Badge variant="success">Refundable</Badge>}
      </div>
    </article>
  );
}

/** The airline whose flight number the slice's first flight has: an offer's owner may only sell its ticket. */
function getCarrier({ segments }: Slice, owner: Carrier): Carrier {
  const marketing = segments[0]?.marketing_carrier;
  return marketing?.name || marketing?.iata_code ? marketing : owner;
}

function CardSlices({ fare: { slices, owner } }: { fare: Offer }) {
  const [outbound, inbound] = slices;
  return (
    <div className="grid content-start gap-1.5 md:gap-2 md:max-xl:col-span-2">
      {outbound && <SliceRow slice={outbound} label="Outbound" carrier={getCarrier(outbound, owner)} />}
      {inbound && inbound.segments.length > 0 && (
        <SliceRow slice={inbound} label="Return" carrier={getCarrier(inbound, owner)} />
      )}
    </div>
  );
}

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
    <Button size="small" className="whitespace-nowrap" asChild>
      <Link ref={ref} to={url} onClick={saveOpened}>
        View Details
      </Link>
    </Button>
  );
}
