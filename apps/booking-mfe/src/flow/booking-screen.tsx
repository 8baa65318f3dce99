import '../styles.css';
import type { Offer, OfferRefresh } from '@fareline/contracts';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  MfeScope,
  RetryCountdown,
  Skeleton,
  useBrand,
  usePageMeta,
} from '@fareline/ui-theme';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Alert } from '@fareline/ui-theme/widgets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { freshOfferQueryOptions, getOfferErrorMessage } from '../offer/offer-queries.ts';
import { getRetryAfterSeconds, isBusyFailure } from '../offer/retry-when-busy.ts';
import { searchUrl } from '../offer/search-url.ts';
import { useSearchRedirect } from '../offer/use-search-redirect.tsx';
import type { Failure } from '../payment/failures.ts';
import { findAttempt } from '../payment/stored-attempts.ts';
import { BookingFlow, type BookingFlowProps } from './booking-flow.tsx';
import { ResumedBooking } from './resumed-booking.tsx';
import { PriceChangeDialog, type Prices } from '../price/price-change-dialog.tsx';

/** `/booking?offer=...`: refreshes the offer for this visitor, then shows the four steps. (BOOK-01, PROVIDER-01) */
export function Component() {
  const brand = useBrand();
  usePageMeta({ title: `Your booking - ${brand.name}` });
  return (
    <MfeScope name="booking">
      <div className="page-width w-full py-6 lg:py-10">
        <BookingEntry />
      </div>
    </MfeScope>
  );
}

function BookingEntry() {
  const [query, setQuery] = useSearchParams();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const offerId = query.get('offer') ?? '';
  // Read on mount only: the flow sets the parameter itself while it still shows the confirmation.
  const [isAlreadyBooked] = useState(query.has('booked'));
  const [initialOfferId] = useState(offerId);
  const [attempt, setAttempt] = useState(() => (isAlreadyBooked ? undefined : findAttempt(offerId)));
  const [failure, setFailure] = useState<Failure>();
  const freshOffer = useQuery(freshOfferQueryOptions(isAlreadyBooked || attempt ? '' : offerId));
  const { data: refresh, error, failureCount, failureReason } = freshOffer;
  const freshOfferId = refresh?.offer.id;

  useEffect(() => {
    if (!freshOfferId || freshOfferId === offerId) return;
    const next = new URLSearchParams(query);
    next.set('offer', freshOfferId);
    setQuery(next, { replace: true, preventScrollReset: true });
  }, [freshOfferId, offerId, query, setQuery]);

  const continueWith = (nextOfferId: string) => {
    queryClient.removeQueries({ queryKey: freshOfferQueryOptions(nextOfferId).queryKey });
    const next = new URLSearchParams(query);
    next.set('offer', nextOfferId);
    setQuery(next, { replace: true });
  };
  const markBooked = () => {
    const next = new URLSearchParams(query);
    next.set('booked', '1');
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const leaveForSearch = (offer: Offer) => navigate(searchUrl(offer, query.toString()));

  if (isAlreadyBooked) return <AlreadyBooked />;
  if (attempt && failure?.kind === 'offer-unavailable')
    return <OfferUnavailable failure={failure} onLeave={() => leaveForSearch(attempt.offer)} />;
  if (attempt && failure?.kind === 'price-changed') {
    const { offer_id: nextOfferId, old_amount: old, new_amount: changed, currency } = failure.change;
    return (
      <PriceChangeDialog
        prices={{ old, new: changed, currency }}
        onAccept={() => {
          setFailure(undefined);
          setAttempt(undefined);
          continueWith(nextOfferId);
        }}
        onLeave={() => leaveForSearch(attempt.offer)}
      />
    );
  }
  if (attempt)
    return (
      <ResumedBooking
        attempt={attempt}
        onBooked={markBooked}
        onFailed={(reason) => {
          setFailure(reason);
          // Both need the attempt's offer and an action of the traveller before the flow restarts.
          if (reason.kind !== 'offer-unavailable' && reason.kind !== 'price-changed') setAttempt(undefined);
        }}
      />
    );
  if (!offerId) return <OfferError text="Offer ID is required" />;
  return (
    <>
      {failure && 'title' in failure && (
        <Alert className="mb-6" variant="destructive" title={failure.title}>
          {failure.description}
        </Alert>
      )}
      {error ? (
        <OfferError
          text={getOfferErrorMessage(error)}
          onRetry={isBusyFailure(error) ? () => void freshOffer.refetch() : undefined}
        />
      ) : !refresh ? (
        <LoadingOffer retry={{ attempt: failureCount, seconds: getRetryAfterSeconds(failureReason) }} />
      ) : (
        <PriceCheckedFlow
          refresh={refresh}
          initialOfferId={initialOfferId}
          onLeave={() => leaveForSearch(refresh.offer)}
          onPriceAccepted={continueWith}
          onAttemptStart={() => setFailure(undefined)}
          onPendingBookingFailed={(reason) => {
            setFailure(reason);
            continueWith(refresh.offer.id);
          }}
          onBooked={markBooked}
        />
      )}
    </>
  );
}

interface PriceCheckedFlowProps extends Omit<BookingFlowProps, 'offer'> {
  refresh: OfferRefresh;
}

/** The flow, behind a dialog until the traveller accepts a price that changed with the refresh. (BOOK-10, BOOK-11, PROVIDER-02) */
function PriceCheckedFlow({ refresh, ...flow }: PriceCheckedFlowProps) {
  const { offer, price_changed: priceChanged, previous_total_amount: previous } = refresh;
  const [acceptedPrice, setAcceptedPrice] = useState<string>();
  const price = `${offer.total_amount} ${offer.total_currency}`;
  const mustAcceptPrice = priceChanged && acceptedPrice !== price;
  const prices: Prices = { old: previous, new: offer.total_amount, currency: offer.total_currency };
  return (
    <>
      <BookingFlow key={`${offer.id} ${price}`} offer={offer} {...flow} />
      <PriceChangeDialog
        prices={mustAcceptPrice ? prices : undefined}
        onAccept={() => setAcceptedPrice(price)}
        onLeave={flow.onLeave}
      />
    </>
  );
}

/** The offer of a resumed attempt is no longer available; a toast announces the redirect to the results. (PAY-24) */
function OfferUnavailable({
  failure: { title, description },
  onLeave,
}: {
  failure: Extract<Failure, { kind: 'offer-unavailable' }>;
  onLeave: () => void;
}) {
  const redirect = useSearchRedirect(onLeave);
  useEffect(() => redirect(title, description), [redirect, title, description]);
  return (
    <ErrorState
      level={1}
      title={title}
      text={description}
      action={<Button onClick={onLeave}>Search again</Button>}
    />
  );
}

/** Shown after a reload of the confirmation, whose data was in memory only. (CONFIRM-08) */
function AlreadyBooked() {
  return (
    <EmptyState
      level={1}
      icon={CircleCheck}
      title="This flight is booked"
      text="The confirmation with its reference is in your email and, when you are signed in, in My Trips."
      action={
        <Button asChild>
          <Link to="/my-trips">View My Trips</Link>
        </Button>
      }
    />
  );
}

function OfferError({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  const navigate = useNavigate();
  return (
    <ErrorState
      level={1}
      title="Error loading flight details"
      text={text}
      action={
        <>
          {onRetry && <Button onClick={onRetry}>Try Again</Button>}
          <Button
            variant={onRetry ? 'secondary' : 'primary'}
            onClick={() => (window.history.length > 1 ? navigate(-1) : navigate('/'))}
          >
            Back
          </Button>
        </>
      }
    />
  );
}

/** The loading state, with the time of the next attempt while the service is busy. (PROVIDER-07) */
function LoadingOffer({
  retry: { attempt, seconds },
}: {
  retry: { attempt: number; seconds?: number | undefined };
}) {
  return (
    <>
      {seconds !== undefined && (
        <Alert className="mb-6" variant="warning" title="Many flights are being opened right now">
          <RetryCountdown key={attempt} seconds={seconds} /> Your flight stays chosen.
        </Alert>
      )}
      <LoadingOfferSkeleton />
    </>
  );
}

function LoadingOfferSkeleton() {
  return (
    <div
      className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
      role="status"
      aria-label="Loading your flight"
    >
      <Card className="grid gap-4 p-6">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-2/3" />
      </Card>
      <Card className="grid content-start gap-4 p-6">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
      </Card>
    </div>
  );
}
