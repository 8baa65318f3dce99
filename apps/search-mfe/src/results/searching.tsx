import type { Offer, SearchProgress } from '@fareline/contracts';
import {
  classNames,
  LoadingText,
  RenderBoundary,
  RetryCountdown,
  Sentence,
  useSecondsLeft,
} from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useEffect, useState } from 'react';
import { OfferCardSkeleton } from '../offer-card/offer-card-skeleton.tsx';
import { ItineraryCard } from '../offer-card/itinerary-card.tsx';
import { groupItineraries } from '../offers/itineraries.ts';
import { SearchProgressSummary } from './search-progress-summary.tsx';
import type { SearchRetry } from './use-flight-search.ts';
import type { SearchQuery } from '../search-query/search-query.ts';

const maxEarlyCards = 3;
const slowAfterMs = 10_000;

/** On a phone as high as a card with a note, so that replacing a skeleton does not shift the layout. */
const oneRow = 'auto-rows-[minmax(13.75rem,auto)] md:auto-rows-auto';
const twoRows = 'auto-rows-[minmax(18.25rem,auto)] md:auto-rows-auto';

/** True once the search has taken unusually long. */
function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

/** A cheaper flight takes the place of another, in new elements: what moves down, or within a card, would shift the layout. */
function EarlyCards({ query, offers }: { query: SearchQuery; offers: readonly Offer[] }) {
  return (
    <div className="grid gap-3 opacity-50" inert>
      {groupItineraries(offers)
        .slice(0, maxEarlyCards)
        .map((itinerary, index) => (
          <ItineraryCard key={`${index} ${itinerary.key}`} itinerary={itinerary} query={query} now={0} />
        ))}
    </div>
  );
}

function SkeletonCards({ rows }: { rows: 1 | 2 }) {
  return (
    <div className={classNames('grid gap-3', rows === 2 ? twoRows : oneRow)}>
      {Array.from({ length: maxEarlyCards }, (_, index) => (
        <OfferCardSkeleton key={index} rows={rows} />
      ))}
    </div>
  );
}

interface SearchingProps {
  query: SearchQuery;
  /** Offers of an earlier load of this search, shown dimmed until the progress has some. */
  previousOffers: readonly Offer[];
  /** The progress so far. */
  progress: SearchProgress | undefined;
  /** The retry of a search that the service refused because it is busy, or because of a limit of the visitor's connection. (PROVIDER-07) */
  retry: SearchRetry | undefined;
}

/** The loading state of a search. (RESULTS-23, RESULTS-24) */
export function Searching({ query, previousOffers, progress, retry }: SearchingProps) {
  const isSlow = useIsSlow();
  const isWaiting = useSecondsLeft(retry?.until) > 0;
  const earlyOffers = progress?.offers.length ? progress.offers : previousOffers;
  const skeletons = <SkeletonCards rows={query.returnDate ? 2 : 1} />;
  return (
    <div className="grid min-h-dvh content-start gap-3">
      <h1 className="sr-only">
        <Sentence>
          Flights from {query.origin} to {query.destination}
        </Sentence>
      </h1>
      {/* It is as high as the list header that replaces it, so that the layout does not shift. */}
      <div className="flex min-h-47 min-[22.5rem]:min-h-51 flex-col gap-x-6 gap-y-1 rounded-card bg-primary-soft px-5 py-3 md:min-h-39 md:flex-row md:items-center md:py-1 lg:min-h-26 xl:min-h-22.5">
        <LoadingText>
          {isWaiting ? 'Waiting to search again...' : 'Searching for the best flight deals...'}
        </LoadingText>
        <SearchProgressSummary progress={progress} />
      </div>
      {retry && (
        <Alert
          variant="warning"
          title={
            retry.isOwnLimit
              ? 'Many searches were started from your connection.'
              : 'Flight search is busy right now.'
          }
        >
          <RetryCountdown until={retry.until} /> Searches of the last minutes still open at once.
        </Alert>
      )}
      {isSlow && !retry && (
        <Alert title="The airlines are slow today.">
          It can take up to a minute. You need not do anything.
        </Alert>
      )}
      {earlyOffers.length > 0 ? (
        <RenderBoundary fallback={skeletons}>
          <EarlyCards query={query} offers={earlyOffers} />
        </RenderBoundary>
      ) : (
        skeletons
      )}
      {!isWaiting && (
        <p className="fixed bottom-6 left-1/2 z-30 -translate-x-1/2 rounded-round bg-text px-5 py-2.5 text-small font-bold whitespace-nowrap text-background raised">
          Searching all airlines...
        </p>
      )}
    </div>
  );
}
