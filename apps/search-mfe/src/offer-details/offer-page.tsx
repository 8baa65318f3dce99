import '../styles.css';
import type { OfferDetails } from '@fareline/contracts';
import { getOfferMeta } from '@fareline/contracts/pages';
import {
  Button,
  ErrorState,
  LoadingText,
  MfeScope,
  Skeleton,
  useBrand,
  usePageMeta,
} from '@fareline/ui-theme';
import { useFocusAfterRetry } from '@fareline/ui-theme/widgets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useFindCity } from '../airports/use-find-city.ts';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { backUrl } from './offer-urls.ts';
import { isGone, isRetryable, offerQueryOptions } from '../offers/offer-queries.ts';
import { getFailureText } from '../offers/request-failure.ts';
import { BookBar, BottomBookBar } from './book-bar.tsx';
import { OfferChangeAlert } from './offer-change-alert.tsx';
import { FareChoices } from './fare-choices.tsx';
import { FlightSummary } from './flight-summary.tsx';
import { removeFromCache, updateOfferInCache } from '../results/progress/search-queries.ts';
import { GoodToKnow } from './good-to-know.tsx';
import { OfferExpiry } from './offer-expiry.tsx';
import { OfferTabs } from './offer-tabs.tsx';
import { PriceSummary } from './price-summary.tsx';

const fallbackMessage = 'Unable to load flight details. Please try again.';

/** The offer page. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <MfeScope name="search">
      <OfferPage id={id} />
    </MfeScope>
  );
}

function OfferPage({ id }: { id: string }) {
  const brand = useBrand();
  const findCity = useFindCity();
  const [searchParams] = useSearchParams();
  const client = useQueryClient();
  const { data: offer, dataUpdatedAt, error, refetch } = useQuery(offerQueryOptions(id));
  useEffect(() => {
    if (error && isGone(error)) removeFromCache(client, id);
  }, [client, error, id]);
  useEffect(() => {
    if (offer?.listed) updateOfferInCache(client, offer);
  }, [client, offer]);
  const backTo = backUrl(searchParams);
  const { root, markRetried } = useFocusAfterRetry(error ? 'failed' : offer ? 'loaded' : 'loading');
  usePageMeta(findCity && getOfferMeta(brand, id, parseSearchUrl(searchParams).query, findCity));
  const reload = useCallback(() => void refetch(), [refetch]);
  const retry = () => {
    markRetried();
    void refetch();
  };
  return (
    <div ref={root}>
      {error ? (
        <OfferError error={error} backTo={backTo} onRetry={retry} />
      ) : offer ? (
        <LoadedOffer offer={offer} loadedAt={dataUpdatedAt} backTo={backTo} onExpired={reload} />
      ) : (
        <OfferLoading />
      )}
    </div>
  );
}

interface OfferErrorProps {
  error: Error;
  backTo: string;
  onRetry: () => void;
}

function OfferError({ error, backTo, onRetry }: OfferErrorProps) {
  return (
    <ErrorState
      level={1}
      title="Error Loading Flight Details"
      text={getFailureText(error, fallbackMessage)}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {isRetryable(error) && <Button onClick={onRetry}>Try Again</Button>}
          <Button variant={isRetryable(error) ? 'secondary' : 'primary'} asChild>
            <Link to={backTo}>Back to Search</Link>
          </Button>
        </div>
      }
    />
  );
}

interface LoadedOfferProps {
  offer: OfferDetails;
  loadedAt: number;
  backTo: string;
  onExpired: () => void;
}

function LoadedOffer({ offer, loadedAt, backTo, onExpired }: LoadedOfferProps) {
  return (
    <>
      <BookBar offer={offer} backTo={backTo} />
      {/* The scroll margin keeps a focused element from being covered by the bottom bar. (WCAG 2.2, 2.4.11) */}
      <div className="max-lg:[&_:is(a,button,[tabindex])]:scroll-mb-24 page-width grid items-start gap-6 py-4 md:py-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 md:gap-8">
          <OfferChangeAlert offer={offer} />
          <FlightSummary offer={offer} />
          <FareChoices offer={offer} />
          <GoodToKnow offer={offer} />
          <OfferTabs offer={offer} />
        </div>
        <aside className="grid gap-4 lg:sticky lg:top-[calc(var(--header-height,4.5rem)+5.5rem)]">
          <PriceSummary offer={offer} />
          <OfferExpiry offer={offer} loadedAt={loadedAt} onExpired={onExpired} />
        </aside>
      </div>
      <BottomBookBar offer={offer} />
    </>
  );
}

/** The loading state of the offer page. (OFFER-02) */
function OfferLoading() {
  return (
    <div className="page-width grid items-start gap-6 py-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-4">
        <LoadingText>Loading flight details...</LoadingText>
        <Skeleton className="h-56" />
        <Skeleton className="h-72" />
      </div>
      <Skeleton className="h-64" />
    </div>
  );
}
