import '../styles.css';
import type { Offer, OfferRefresh } from '@fareline/contracts';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  MfeScope,
  Skeleton,
  useBrand,
  usePageMeta,
} from '@fareline/ui-theme';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Alert } from '@fareline/ui-theme/widgets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { searchUrl } from '../offer/search-url.ts';
import { offerErrorMessage, freshOfferKey, useFreshOffer } from '../offer/use-fresh-offer.ts';
import { useSearchRedirect } from '../offer/use-search-redirect.tsx';
import type { Failure } from '../payment/failures.ts';
import { findAttempt } from '../payment/stored-attempts.ts';
import { BookingFlow, type BookingFlowProps } from './booking-flow.tsx';
import { ResumedBooking } from './resumed-booking.tsx';
import { PriceChangeDialog, type Prices } from '../price/price-change-dialog.tsx';

/** `/booking?offer=...`: gets the visitor an offer of their own, then leads through the four steps. (BOOK-01, PROVIDER-01) */
export function Component() {
  const brand = useBrand();
  usePageMeta({ title: `Your booking - ${brand.name}` });
  return (
    <MfeScope name="booking">
      <div className="mx-auto w-full max-w-7xl px-4 py-6 md:px-6 lg:py-10">
        <Entry />
      </div>
    </MfeScope>
  );
}

function Entry() {
  const [query, setQuery] = useSearchParams();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const offerId = query.get('offer') ?? '';
  // Read once: while the flow is alive it shows the confirmation itself.
  const [cameBack] = useState(query.has('booked'));
  const [initialOfferId] = useState(offerId);
  const [attempt, setAttempt] = useState(() => (cameBack ? undefined : findAttempt(offerId)));
  const [failure, setFailure] = useState<Failure>();
  const { data: exchange, error } = useFreshOffer(cameBack || attempt ? '' : offerId);
  const ownId = exchange?.offer.id;

  useEffect(() => {
    if (!ownId || ownId === offerId) return;
    const next = new URLSearchParams(query);
    next.set('offer', ownId);
    setQuery(next, { replace: true, preventScrollReset: true });
  }, [ownId, offerId, query, setQuery]);

  const goOnWith = (nextId: string) => {
    queryClient.removeQueries({ queryKey: freshOfferKey(nextId) });
    const next = new URLSearchParams(query);
    next.set('offer', nextId);
    setQuery(next, { replace: true });
  };
  const booked = () => {
    const next = new URLSearchParams(query);
    next.set('booked', '1');
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const leave = (offer: Offer) => navigate(searchUrl(offer, query.toString()));

  if (cameBack) return <AlreadyBooked />;
  if (attempt && failure?.kind === 'offer-gone')
    return <OfferGone failure={failure} onLeave={() => leave(attempt.offer)} />;
  if (attempt && failure?.kind === 'price-changed') {
    const { offer_id: nextId, old_amount: old, new_amount: changed, currency } = failure.change;
    return (
      <PriceChangeDialog
        prices={{ old, new: changed, currency }}
        onAccept={() => {
          setFailure(undefined);
          setAttempt(undefined);
          goOnWith(nextId);
        }}
        onLeave={() => leave(attempt.offer)}
      />
    );
  }
  if (attempt)
    return (
      <ResumedBooking
        attempt={attempt}
        onBooked={booked}
        onFailed={(reason) => {
          setFailure(reason);
          // These two are answered before the flow begins anew.
          if (reason.kind !== 'offer-gone' && reason.kind !== 'price-changed') setAttempt(undefined);
        }}
      />
    );
  if (!offerId) return <Failed text="Offer ID is required" />;
  return (
    <>
      {failure && 'title' in failure && (
        <Alert className="mb-6" variant="destructive" title={failure.title}>
          {failure.description}
        </Alert>
      )}
      {error ? (
        <Failed text={offerErrorMessage(error)} />
      ) : !exchange ? (
        <Loading />
      ) : (
        <Agreed
          exchange={exchange}
          initialOfferId={initialOfferId}
          onLeave={() => leave(exchange.offer)}
          onPriceAccepted={goOnWith}
          onAttemptStart={() => setFailure(undefined)}
          onPendingBookingFailed={(reason) => {
            setFailure(reason);
            goOnWith(exchange.offer.id);
          }}
          onBooked={booked}
        />
      )}
    </>
  );
}

interface AgreedProps extends Omit<BookingFlowProps, 'offer'> {
  exchange: OfferRefresh;
}

/** Nothing begins before the traveller has agreed to a price that changed on the way in. (BOOK-10, BOOK-11, PROVIDER-02) */
function Agreed({ exchange, ...flow }: AgreedProps) {
  const { offer, price_changed: priceChanged, previous_total_amount: previous } = exchange;
  const [agreedTo, setAgreedTo] = useState<string>();
  const price = `${offer.total_amount} ${offer.total_currency}`;
  const mustAgree = priceChanged && agreedTo !== price;
  const prices: Prices = { old: previous, new: offer.total_amount, currency: offer.total_currency };
  return (
    <>
      <BookingFlow key={`${offer.id} ${price}`} offer={offer} {...flow} />
      <PriceChangeDialog
        prices={mustAgree ? prices : undefined}
        onAccept={() => setAgreedTo(price)}
        onLeave={flow.onLeave}
      />
    </>
  );
}

/** A resumed attempt found the flight gone; the toast announces the way back to the results. (PAY-24) */
function OfferGone({
  failure: { title, description },
  onLeave,
}: {
  failure: Extract<Failure, { kind: 'offer-gone' }>;
  onLeave: () => void;
}) {
  const leave = useSearchRedirect(onLeave);
  useEffect(() => leave(title, description), [leave, title, description]);
  return (
    <ErrorState
      level={1}
      title={title}
      text={description}
      action={<Button onClick={onLeave}>Search again</Button>}
    />
  );
}

/** After a reload of the confirmation: what it showed was in memory only. (CONFIRM-08) */
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

function Failed({ text }: { text: string }) {
  const navigate = useNavigate();
  return (
    <ErrorState
      level={1}
      title="Error loading flight details"
      text={text}
      action={
        <Button onClick={() => (window.history.length > 1 ? navigate(-1) : navigate('/'))}>Back</Button>
      }
    />
  );
}

function Loading() {
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
