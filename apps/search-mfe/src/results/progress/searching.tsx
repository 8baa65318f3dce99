import type { Offer, SearchProgress } from '@fareline/contracts';
import {
  LoadingText,
  RenderBoundary,
  RetryCountdown,
  Sentence,
  useIsSlow,
  useMediaQuery,
  useSecondsLeft,
} from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import type { ReactNode } from 'react';
import { aboveMobile } from '../../media-queries.ts';
import { OfferCardSkeleton } from '../card/offer-card-skeleton.tsx';
import { ItineraryCard } from '../card/itinerary-card.tsx';
import { groupItineraries } from '../../offers/itineraries.ts';
import { SearchProgressSummary } from './search-progress-summary.tsx';
import type { SearchRetry } from './use-flight-search.ts';
import type { SearchQuery } from '../../search-query/search-query.ts';

const maxEarlyCards = 3;

/** A cheaper flight takes the place of another, in new elements: what moves down, or within a card, would shift the layout. */
function EarlyCards({
  query,
  offers,
  start,
  end,
}: {
  query: SearchQuery;
  offers: readonly Offer[];
  start: number;
  end: number;
}) {
  return (
    <div className="grid gap-3 opacity-50 empty:hidden" inert>
      {groupItineraries(offers)
        .slice(start, end)
        .map((itinerary, index) => (
          <ItineraryCard key={`${index} ${itinerary.key}`} itinerary={itinerary} query={query} now={0} />
        ))}
    </div>
  );
}

function SkeletonCards({ rows, count }: { rows: 1 | 2; count: number }) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: count }, (_, index) => (
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
  const isPhone = !useMediaQuery(aboveMobile);
  const summary = <SearchProgressSummary progress={progress} />;
  /** Cards in the places of the list, which on a phone has its facts after the second one. */
  const arrange = (renderCards: (start: number, end: number) => ReactNode) =>
    isPhone ? (
      <>
        {renderCards(0, 2)}
        <div className="grid min-h-24 content-center">{summary}</div>
        {renderCards(2, maxEarlyCards)}
      </>
    ) : (
      renderCards(0, maxEarlyCards)
    );
  const skeletons = arrange((start, end) => (
    <SkeletonCards rows={query.returnDate ? 2 : 1} count={end - start} />
  ));
  return (
    <div className="grid min-h-dvh content-start gap-3">
      <h1 className="sr-only">
        <Sentence>
          Flights from {query.origin} to {query.destination}
        </Sentence>
      </h1>
      {/* It is as high as the chips or the list header that replace it, so that the layout does not shift. */}
      <div className="flex min-h-11 items-center gap-x-6 rounded-card bg-primary-soft px-4 md:min-h-30 md:px-5 lg:min-h-26 xl:min-h-22.5">
        <LoadingText isLong>
          {isWaiting ? 'Waiting to search again...' : 'Searching for the best flight deals...'}
        </LoadingText>
        {!isPhone && summary}
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
          {arrange((start, end) => (
            <EarlyCards query={query} offers={earlyOffers} start={start} end={end} />
          ))}
        </RenderBoundary>
      ) : (
        skeletons
      )}
      {!isWaiting && (
        <p className="fixed bottom-6 left-1/2 z-30 -translate-x-1/2 rounded-round bg-text px-5 py-2.5 text-small font-medium whitespace-nowrap text-background raised">
          Searching all airlines...
        </p>
      )}
    </div>
  );
}
