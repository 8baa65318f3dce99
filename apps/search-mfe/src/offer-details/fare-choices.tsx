import { formatFare, getItineraryKey, type Offer, type OfferDetails } from '@fareline/contracts';
import { Card, PriceText, Sentence, VisuallyHidden } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { describeFareTerms } from '../offers/fare-terms.ts';
import { groupItineraries } from '../offers/itineraries.ts';
import { getPriceMinor, isExpired } from '../offers/offer-properties.ts';
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

/** The fares of the same flights as in the list, each linked to its offer; nothing without another fare. (LIST-02) */
export function FareChoices({ offer }: { offer: OfferDetails }) {
  const [searchParams] = useSearchParams();
  const { query } = parseSearchUrl(searchParams);
  const { data: results } = useQuery({ ...searchQueryOptions(query), enabled: false });
  const now = useNow(30_000);
  const fares = findFares(offer, results?.offers ?? offer.fares ?? [], now);
  if (fares.length < 2) return null;
  return (
    <Card className="p-5" asChild>
      <section aria-label="Fares of these flights">
        <h2 className="text-large">Fares of these flights</h2>
        <ul className="mt-2">
          {fares.map((fare) => (
            <li
              key={fare.id}
              className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0"
              aria-current={fare.id === offer.id || undefined}
            >
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-semibold">
                  <Sentence>{formatFare(fare.slices) || 'Fare without a name'}</Sentence>
                </p>
                <p className="text-small figures">
                  <Sentence>{describeFareTerms(fare)}</Sentence>
                </p>
              </div>
              <div className="flex items-center justify-between gap-x-6 max-md:basis-full">
                <PriceText amount={fare.total_amount} currency={fare.total_currency} />
                {fare.id === offer.id ? (
                  <span className="min-w-24 text-end text-small font-medium">Chosen</span>
                ) : (
                  <Link
                    className="min-w-24 py-2 text-end font-medium text-primary-ink underline"
                    to={`/flight/${encodeURIComponent(fare.id)}?${searchParams}`}
                  >
                    Choose
                    <VisuallyHidden> {formatFare(fare.slices) || 'this fare'}</VisuallyHidden>
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
