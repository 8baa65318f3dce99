import type { Offer, SearchProgress } from '@fareline/contracts';
import { LoadingText, classNames } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useEffect, useState } from 'react';
import { OfferCardSkeleton } from '../offer-card/offer-card-skeleton.tsx';
import { OfferCard } from '../offer-card/offer-card.tsx';
import { SearchProgressSummary } from './search-progress-summary.tsx';
import type { SearchQuery } from '../search-query/search-query.ts';

const earlyResults = 3;
const slowAfter = 10_000;

/** At least as high as a card, which will stand in the skeleton's place. */
const oneRow = 'auto-rows-[minmax(20rem,auto)] md:auto-rows-[minmax(12.25rem,auto)]';
const twoRows = 'auto-rows-[minmax(30rem,auto)] md:auto-rows-[minmax(19.5rem,auto)]';

/** True once the search has taken longer than most do. */
function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

interface SearchingProps {
  query: SearchQuery;
  /** Offers known from before, shown dimmed. */
  early: readonly Offer[];
  /** What the airlines have answered so far. */
  progress: SearchProgress | undefined;
  /** The search is waiting for its turn and goes on by itself. (PROVIDER-07) */
  busy: boolean;
}

/** A search under way. (RESULTS-23, RESULTS-24) */
export function Searching({ query, early: earlier, progress, busy }: SearchingProps) {
  const isSlow = useIsSlow();
  const early = progress?.offers.length ? progress.offers : earlier;
  return (
    <div className="grid min-h-[75dvh] content-start gap-4">
      <h1 className="sr-only">
        Flights from {query.origin} to {query.destination}
      </h1>
      {/* As high as what stands above the list, which takes this place. */}
      <div className="flex min-h-35 flex-col max-[22.5rem]:min-h-47 gap-x-6 gap-y-1 rounded-card bg-primary-soft px-5 py-3 md:min-h-25 md:flex-row md:items-center md:py-1 lg:min-h-12">
        <LoadingText>Searching for the best flight deals...</LoadingText>
        <SearchProgressSummary progress={progress} />
      </div>
      {busy && (
        <Alert variant="warning" title="Flight search is busy right now.">
          We will try again by ourselves in a moment. You need not do anything.
        </Alert>
      )}
      {isSlow && !busy && (
        <Alert title="The airlines are slow today.">
          It can take up to a minute. You need not do anything.
        </Alert>
      )}
      {early.length > 0 ? (
        <div className="grid gap-3 opacity-50" inert>
          {early.slice(0, earlyResults).map((offer) => (
            <OfferCard key={offer.id} offer={offer} query={query} expired={false} />
          ))}
        </div>
      ) : (
        <div className={classNames('grid gap-3', query.returnDate ? twoRows : oneRow)}>
          {Array.from({ length: earlyResults }, (_, index) => (
            <OfferCardSkeleton key={index} rows={query.returnDate ? 2 : 1} />
          ))}
        </div>
      )}
      <p className="fixed bottom-6 left-1/2 z-30 -translate-x-1/2 rounded-round bg-text px-5 py-2.5 text-small font-bold whitespace-nowrap text-background raised">
        Searching all airlines...
      </p>
    </div>
  );
}
