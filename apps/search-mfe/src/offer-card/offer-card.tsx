import type { CheckedBag, Offer } from '@fareline/contracts';
import { Badge, Button } from '@fareline/ui-theme';
import { useRef } from 'react';
import { Link } from 'react-router';
import { getMarketingCarriers, hasOutbound, includesBag } from '../offers/offer-properties.ts';
import { toQueryString, type ListParams } from '../search-query/list-params.ts';
import { toFromParams, type SearchQuery } from '../search-query/search-query.ts';
import { CardNotes } from './card-notes.tsx';
import { CardPrice } from './card-price.tsx';
import { SliceRow } from './slice-row.tsx';

interface OfferCardProps {
  offer: Offer;
  query: SearchQuery;
  /** The list parameters of the results URL, for Back to Search. */
  list?: ListParams;
  /** Whether the offer has expired; an expired card is marked and has no link. */
  expired: boolean;
  /** Whether prices include a checked bag for every traveller. */
  withBag?: boolean;
  /** Kilograms of CO2 per traveller, median of the whole search. */
  medianEmissions?: number | null | undefined;
  onBagPriceLoaded?: (id: string, bag: CheckedBag) => void;
}

/** The label of the largest bag that is included for every traveller. */
function getIncludedBagLabel(offer: Offer): string | undefined {
  if (includesBag(offer, 'baggage')) return 'Checked bag included';
  return includesBag(offer, 'cabin_bag') ? 'Cabin bag included' : undefined;
}

/** An offer in the list: one row from 768 px, the price always in the same column. (CARD) */
export function OfferCard(props: OfferCardProps) {
  const { offer, query, list, expired, withBag = false, medianEmissions, onBagPriceLoaded } = props;
  const detailsLink = useRef<HTMLAnchorElement>(null);
  if (!hasOutbound(offer)) return null;
  const [outbound, inbound] = offer.slices;
  const returnCarrier = inbound?.segments[0]?.marketing_carrier ?? offer.owner;
  const severalAirlines = getMarketingCarriers(offer).length > 1;
  const bagLabel = getIncludedBagLabel(offer);
  return (
    <article
      className="grid gap-4 rounded-card border border-line bg-card data-expired:border-dashed data-expired:bg-input p-4 transition-colors hover:border-control md:grid-cols-[minmax(0,1fr)_10.5rem] md:gap-5 md:p-5"
      data-expired={expired || undefined}
    >
      <div className="grid content-start gap-4">
        {outbound && <SliceRow slice={outbound} label="Outbound" carrier={offer.owner} />}
        {inbound && inbound.segments.length > 0 && (
          <div className="border-t border-line pt-4">
            <SliceRow slice={inbound} label="Return" carrier={returnCarrier} />
          </div>
        )}
        <div className="grid gap-1.5 empty:hidden">
          <CardNotes offer={offer} medianEmissions={medianEmissions} />
          <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
            {severalAirlines && <Badge variant="info">Multiple Airlines</Badge>}
            {offer.conditions.refundable === true && <Badge variant="success">Refundable</Badge>}
            {bagLabel && <Badge>{bagLabel}</Badge>}
          </div>
        </div>
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line pt-4 md:flex-col md:items-stretch md:justify-start md:border-t-0 md:border-l md:pt-0 md:pl-6">
        <CardPrice
          offer={offer}
          withBag={withBag}
          expired={expired}
          onBagPriceLoaded={onBagPriceLoaded}
          nextFocus={detailsLink}
        />
        {expired ? (
          <p className="text-end text-small font-bold text-warning-ink">Expired. Refresh the results.</p>
        ) : (
          <Button asChild>
            <Link
              ref={detailsLink}
              to={`/flight/${encodeURIComponent(offer.id)}?${toQueryString(toFromParams(query, list))}`}
            >
              View Details
            </Link>
          </Button>
        )}
      </div>
    </article>
  );
}
