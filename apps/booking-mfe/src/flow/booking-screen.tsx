import { StatedError } from '@fareline/contracts/client';
import '../styles.css';
import type { Offer, OfferRefresh } from '@fareline/contracts';
import { confirmationFound } from '@fareline/contracts/promises';
import { Button, EmptyState, ErrorState, MfeScope, useBrand, usePageMeta } from '@fareline/ui-theme';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Alert, useFocusAfterRetry } from '@fareline/ui-theme/widgets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { acceptRefreshedPrice, forgetFreshOffer, freshOfferQueryOptions } from '../offer/offer-queries.ts';
import { searchUrl } from '../offer/search-url.ts';
import { useSearchRedirect } from '../offer/use-search-redirect.tsx';
import { cookiesBlocked, type Failure } from '../payment/failures.ts';
import { findAttempt, findAttemptOfTrip } from '../payment/stored-attempts.ts';
import { readChallenge } from '../payment/stored-challenge.ts';
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
  /** What the screen before, or this one, showed as the price of the flight. (PRICE-01) */
  const priceInSight = query.get('price') ?? '';
  // Read on mount only: the flow sets the parameter itself while it still shows the confirmation.
  const [isAlreadyBooked] = useState(query.has('booked'));
  const [initialOfferId] = useState(offerId);
  const [attempt, setAttempt] = useState(() => (isAlreadyBooked ? undefined : findAttempt(offerId)));
  const [failure, setFailure] = useState<Failure>();
  const [isPaymentWaiting, setPaymentWaiting] = useState(() => isChallengeOf(offerId));
  const freshOffer = useQuery(
    freshOfferQueryOptions(isAlreadyBooked || attempt ? '' : findOwnOffer(offerId), priceInSight),
  );
  const { data: refresh, error, failureReason } = freshOffer;
  const freshOfferId = refresh?.offer.id;
  const previousPrice = refresh?.previous_total_amount;
  const { root, markRetried } = useFocusAfterRetry(error ? 'failed' : refresh ? 'loaded' : 'loading');

  const setOffer = (id: string, price: string, preventScrollReset = true) => {
    const next = new URLSearchParams(query);
    next.set('offer', id);
    next.set('price', price);
    setQuery(next, { replace: true, preventScrollReset });
  };
  useEffect(() => {
    if (!freshOfferId || !previousPrice) return;
    if (freshOfferId !== offerId || previousPrice !== priceInSight) setOffer(freshOfferId, previousPrice);
  });

  const continueWith = (nextOfferId: string, price: string) => {
    forgetFreshOffer(queryClient, nextOfferId);
    setOffer(nextOfferId, price, false);
  };
  const acceptPrice = (accepted: OfferRefresh) => {
    acceptRefreshedPrice(queryClient, accepted);
    setOffer(accepted.offer.id, accepted.offer.total_amount);
  };
  const markBooked = () => {
    saveDraft(undefined);
    const next = new URLSearchParams(query);
    next.set('booked', '1');
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const leaveForSearch = (offer: Offer) => navigate(searchUrl(offer, query.toString()));

  if (isAlreadyBooked) return <AlreadyBooked />;
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
      {isPaymentWaiting && (
        <Alert className="mb-6" title="Your payment is waiting">
          You were paying for this flight when the page was left. Enter the passports again to finish: the
          payment goes on, and nothing is charged before that.
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
          onAttemptStart={() => {
            setFailure(undefined);
            setPaymentWaiting(false);
          }}
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

/** Whether the bank was asking about a payment for this offer when the page was left. (ELEMENT-02) */
function isChallengeOf(offerId: string): boolean {
  const { url = '' } = readChallenge() ?? {};
  return URL.parse(url, window.location.origin)?.searchParams.get('offer') === offerId;
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

/** Shown after a reload of the confirmation, whose data was in memory only. (CONFIRM-08) */
function AlreadyBooked() {
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
