import type { OfferDetails } from '@fareline/contracts';
import { Sentence } from '@fareline/ui-theme';
import Info from 'lucide-react/icons/info';
import { useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { describeEmissions } from '../offers/format-emissions.ts';
import { getItineraryNotes } from '../offers/itinerary-notes.ts';
import { searchQueryOptions } from '../results/progress/search-queries.ts';
import { parseSearchUrl } from '../search-query/search-query.ts';

/** The notes on the itinerary and its emissions, in full sentences. */
export function GoodToKnow({ offer }: { offer: OfferDetails }) {
  const [searchParams] = useSearchParams();
  const client = useQueryClient();
  const { query } = parseSearchUrl(searchParams);
  const search = client.getQueryData(searchQueryOptions(query).queryKey);
  // The offer has the median too, for a visitor who opens it without its list.
  const emissions = describeEmissions(offer, search?.facts?.median_emissions_kg ?? offer.median_emissions_kg);
  const sentences = [
    ...getItineraryNotes(offer).map(({ short, full }) =>
      full.startsWith(short) ? full : `${short}. ${full}`,
    ),
    ...(emissions ? [emissions] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <section aria-label="Good to know">
      <h2 className="text-large">Good to know</h2>
      <ul className="mt-1 grid gap-1">
        {sentences.map((sentence) => (
          <li key={sentence} className="flex gap-2 text-small">
            <Info className="mt-0.5 shrink-0 text-text-muted" size={16} />
            <Sentence>{sentence}.</Sentence>
          </li>
        ))}
      </ul>
    </section>
  );
}
