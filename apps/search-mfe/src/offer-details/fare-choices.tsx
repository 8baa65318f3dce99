import { getItineraryKey, type Offer, type OfferDetails } from '@fareline/contracts';
import { Button, useMediaQuery, VisuallyHidden } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { aboveMobile } from '../media-queries.ts';
import { groupItineraries } from '../offers/itineraries.ts';
import { getPriceMinor, isExpired } from '../offers/offer-properties.ts';
import { FareList } from '../results/fares/fare-list.tsx';
import { getFareName } from '../results/fares/fare-names.ts';
import { searchQueryOptions } from '../results/progress/search-queries.ts';
import { useNow } from '../results/list/use-now.ts';
import { parseSearchUrl } from '../search-query/search-query.ts';

/** The fares of the offer's flights, price ascending: the listed ones that can still be bought, and the offer. */
function findFares(offer: Offer, listed: readonly Offer[], now: number): Offer[] {
  const key = getItineraryKey(offer);
  const live = listed.filter((other) => !isExpired(other, now) && getItineraryKey(other) === key);
  const fares = groupItineraries(live).flatMap((itinerary) => itinerary.fares);
  return [offer, ...fares.filter(({ id }) => id !== offer.id)].sort(
    (a, b) => getPriceMinor(a) - getPriceMinor(b),
  );
}

/** The chosen fare and others, at most this many: those of one name first, in place of one for each direction. Price ascending. */
function selectFares(fares: readonly Offer[], chosen: Offer, most: number): Offer[] {
  const isMixed = (fare: Offer) => getFareName(fare).includes(' / ');
  const others = fares.filter((fare) => fare !== chosen);
  const kept = [chosen, ...others.filter((fare) => !isMixed(fare)), ...others.filter(isMixed)].slice(0, most);
  return fares.filter((fare) => kept.includes(fare));
}

/** The fares of the same flights as in the list, each linked to its offer; nothing without another fare. (LIST-02) */
export function FareChoices({ offer }: { offer: OfferDetails }) {
  const [searchParams] = useSearchParams();
  const { query } = parseSearchUrl(searchParams);
  const { data: results } = useQuery({ ...searchQueryOptions(query), enabled: false });
  const now = useNow(30_000);
  const fares = findFares(offer, results?.offers ?? offer.fares ?? [], now);
  const [isAll, setAll] = useState(false);
  const most = useMediaQuery(aboveMobile) ? 4 : 3;
  if (fares.length < 2) return null;
  const shown = isAll ? fares : selectFares(fares, offer, most);
  const hidden = fares.length - shown.length;
  return (
    <section aria-label="Fares of these flights">
      <h2 className="text-large">Fares of these flights</h2>
      <div className="mt-3">
        <FareList
          fares={shown}
          chosen={offer}
          withBag={false}
          renderAction={({ id }, name, isChosen) =>
            isChosen ? (
              <span className="flex min-h-11 items-center justify-center gap-1.5 px-3 font-medium text-primary-ink">
                <Check size={18} />
                Chosen
              </span>
            ) : (
              <Button variant="secondary" asChild>
                <Link to={`/flight/${encodeURIComponent(id)}?${searchParams}`}>
                  Choose
                  <VisuallyHidden> {name}</VisuallyHidden>
                </Link>
              </Button>
            )
          }
        />
      </div>
      {hidden > 0 && (
        <Button variant="ghost" className="mt-1 -ml-4.5" onClick={() => setAll(true)}>
          {hidden === 1 ? '1 more fare' : `${hidden} more fares`}
        </Button>
      )}
    </section>
  );
}
