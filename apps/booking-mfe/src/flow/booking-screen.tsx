import { StatedError } from '@fareline/contracts/client';
import '../styles.css';
import type { BookingResponse, Offer, OfferRefresh } from '@fareline/contracts';
import { confirmationFound } from '@fareline/contracts/promises';
import {
  Button,
  EmptyState,
  ErrorState,
  MfeScope,
  useBrand,
  useKeptFocus,
  usePageMeta,
} from '@fareline/ui-theme';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Alert, useFocusAfterRetry } from '@fareline/ui-theme/widgets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { acceptRefreshedPrice, forgetFreshOffer, freshOfferQueryOptions } from '../offer/offer-queries.ts';
import { searchUrl } from '../offer/search-url.ts';
import { useSearchRedirect } from '../offer/use-search-redirect.tsx';
import { findBookedOffer, storeBookedOffer } from '../payment/booked-offers.ts';
import { cookiesBlocked, type Failure } from '../payment/failures.ts';
import { toStatusPage } from '../payment/status-page-path.ts';
import { findAttempt, findAttemptOfTrip } from '../payment/stored-attempts.ts';
import { UnderWayAlert } from '../payment/under-way-alert.tsx';
import { BookingFlow, type BookingFlowProps } from './booking-flow.tsx';
import { findOwnOffer, saveDraft } from './draft.ts';
import { LoadingOffer, OfferError } from './offer-loading.tsx';
import { ResumedBooking } from './resumed-booking.tsx';
import { nameChangedPrice } from '../price/changed-price.ts';
import { calculateTotals } from '../price/totals.ts';
import { PriceChangeDialog, type Prices } from '../price/price-change-dialog.tsx';

/** `/booking?offer=...`: refreshes the offer for this visitor, then shows the four steps. (BOOK-01, PROVIDER-01) */
export function Component() {
  const brand = useBrand();
  usePageMeta({ title: `Your booking - ${brand.name}` });
  const root = useKeptFocus<HTMLDivElement>();
  return (
    <MfeScope name="booking">
      <div ref={root} className="page-width w-full py-6 lg:py-10">
        <BookingEntry />
      </div>
    </MfeScope>
  );
}

function BookingEntry() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // Entries of the history before an accepted price have the former one.
  const [{ offerId, priceInSight }, setCurrent] = useState(() => ({
    offerId: query.get('offer') ?? '',
    /** What the screen before, or this one, showed as the price of the flight. (PRICE-01) */
    priceInSight: query.get('price') ?? '',
  }));
  // Read on mount only: the flow sets the parameter itself while it still shows the confirmation.
  const [booked] = useState(
    () => findBookedOffer(offerId) ?? (query.has('booked') ? { statusToken: undefined } : undefined),
  );
  const [initialOfferId] = useState(offerId);
  const [attempt, setAttempt] = useState(() => (booked ? undefined : findAttempt(offerId)));
  const [failure, setFailure] = useState<Failure>();
  const freshOffer = useQuery(
    freshOfferQueryOptions(booked || attempt ? '' : findOwnOffer(offerId), priceInSight),
  );
  const { data: refresh, error, failureReason } = freshOffer;
  const freshOfferId = refresh?.offer.id;
  const previousPrice = refresh?.previous_total_amount;
  const { root, markRetried } = useFocusAfterRetry(error ? 'failed' : refresh ? 'loaded' : 'loading');

  const isUrlCurrent = query.get('offer') === offerId && query.get('price') === priceInSight;
  useEffect(() => {
    if (booked || attempt || isUrlCurrent || !offerId || !priceInSight) return;
    const next = new URLSearchParams(query);
    next.set('offer', offerId);
    next.set('price', priceInSight);
    setQuery(next, { replace: true, preventScrollReset: true, state });
  });
  useEffect(() => {
    if (freshOfferId && previousPrice) setCurrent({ offerId: freshOfferId, priceInSight: previousPrice });
  }, [freshOfferId, previousPrice]);

  const continueWith = (nextOfferId: string, price: string) => {
    forgetFreshOffer(queryClient, nextOfferId);
    setCurrent({ offerId: nextOfferId, priceInSight: price });
    window.scrollTo({ top: 0 });
  };
  const acceptPrice = (accepted: OfferRefresh) => {
    const { id, total_amount } = accepted.offer;
    acceptRefreshedPrice(queryClient, accepted);
    setCurrent({ offerId: id, priceInSight: total_amount });
  };
  const markBooked = ({ statusToken }: BookingResponse) => {
    saveDraft(undefined);
    const offerIds = [...new Set([initialOfferId, offerId, ...(attempt?.offerIds ?? [])])];
    storeBookedOffer({ offerIds, statusToken });
    const next = new URLSearchParams(query);
    next.set('booked', '1');
    setQuery(next, { replace: true });
  };
  const leaveForSearch = (offer: Offer) => navigate(searchUrl(offer, query.toString()));

  if (booked) return <AlreadyBooked statusToken={booked.statusToken} />;
  if (attempt && failure?.kind === 'offer-unavailable')
    return <OfferUnavailable failure={failure} onLeave={() => leaveForSearch(attempt.offer)} />;
  if (attempt && failure?.kind === 'price-changed') {
    const { offer_id: nextOfferId, old_amount: old, new_amount: next, currency, parts } = failure.change;
    const shown = calculateTotals(attempt.offer, attempt.seats, attempt.bags);
    return (
      <PriceChangeDialog
        prices={{ old, new: next, currency, changed: nameChangedPrice(shown, parts, 'this flight') }}
        onAccept={() => {
          setFailure(undefined);
          setAttempt(undefined);
          // The new price of the fare alone is not known here: the refresh reads it.
          continueWith(nextOfferId, '');
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
  if (!offerId) return <OfferError failure={new StatedError('Offer ID is required')} />;
  const retry = () => {
    markRetried();
    void freshOffer.refetch();
  };
  return (
    <div ref={root}>
      {!navigator.cookieEnabled && (
        <Alert className="mb-6" variant="destructive" title={cookiesBlocked.title}>
          {cookiesBlocked.description}
        </Alert>
      )}
      {failure?.kind === 'booking-under-way' && <UnderWayAlert {...failure} />}
      {refresh && <UnderWayNotice offer={refresh.offer} />}
      {failure && failure.kind !== 'booking-under-way' && 'title' in failure && (
        <Alert className="mb-6" variant="destructive" title={failure.title}>
          {failure.description}
        </Alert>
      )}
      {error ? (
        <OfferError failure={error} onRetry={retry} />
      ) : !refresh ? (
        <LoadingOffer failure={failureReason} />
      ) : (
        <PriceCheckedFlow
          refresh={refresh}
          initialOfferId={initialOfferId}
          onLeave={() => leaveForSearch(refresh.offer)}
          onRefreshAccepted={() => acceptPrice(refresh)}
          onPriceAccepted={(nextOfferId) => continueWith(nextOfferId, '')}
          onAttemptStart={() => setFailure(undefined)}
          onPendingBookingFailed={(reason) => {
            setFailure(reason);
            continueWith(refresh.offer.id, refresh.offer.total_amount);
          }}
          onBooked={markBooked}
        />
      )}
    </div>
  );
}

/** Another search offers the flights of an attempt of this tab under another id. (STATUS-05) */
function UnderWayNotice({ offer }: { offer: Offer }) {
  const [attempt] = useState(() => findAttemptOfTrip(offer));
  return (
    attempt?.statusToken && (
      <UnderWayAlert
        title="Your Booking Is Not Finished Yet"
        description="You have booked these flights, and the airline has not answered yet. Please do not pay for them again."
        statusToken={attempt.statusToken}
      />
    )
  );
}

interface PriceCheckedFlowProps extends Omit<BookingFlowProps, 'offer'> {
  refresh: OfferRefresh;
  onRefreshAccepted: () => void;
}

/** The flow, behind a dialog until the traveller accepts a price that changed with the refresh. (BOOK-10, BOOK-11, PROVIDER-02) */
function PriceCheckedFlow({ refresh, onRefreshAccepted, ...flow }: PriceCheckedFlowProps) {
  const { offer, price_changed: priceChanged, previous_total_amount: previous } = refresh;
  const price = `${offer.total_amount} ${offer.total_currency}`;
  const prices: Prices = { old: previous, new: offer.total_amount, currency: offer.total_currency };
  return (
    <>
      <BookingFlow key={`${offer.id} ${price}`} offer={offer} {...flow} />
      <PriceChangeDialog
        prices={priceChanged ? prices : undefined}
        onAccept={onRefreshAccepted}
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

/** After a reload of the confirmation, whose data was in memory only, and for an offer that this tab has booked. (CONFIRM-08) */
function AlreadyBooked({ statusToken }: { statusToken: string | undefined }) {
  if (statusToken) return <Navigate to={toStatusPage(statusToken)} replace />;
  return (
    <EmptyState
      level={1}
      icon={CircleCheck}
      title="This flight is booked"
      text={confirmationFound}
      action={
        <Button asChild>
          <Link to="/my-trips">View My Trips</Link>
        </Button>
      }
    />
  );
}
