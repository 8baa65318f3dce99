import '../styles.css';
import type { OfferExchange } from '@fareline/contracts';
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
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { searchAddressOf } from '../offer/search-address.ts';
import { offerFailureText, ownOfferKey, useOwnOffer } from '../offer/use-own-offer.ts';
import { BookingFlow } from './booking-flow.tsx';
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
  const { data: exchange, error } = useOwnOffer(cameBack ? '' : offerId);
  const ownId = exchange?.offer.id;

  useEffect(() => {
    if (!ownId || ownId === offerId) return;
    const next = new URLSearchParams(query);
    next.set('offer', ownId);
    setQuery(next, { replace: true, preventScrollReset: true });
  }, [ownId, offerId, query, setQuery]);

  if (cameBack) return <AlreadyBooked />;
  if (!offerId) return <Failed text="Offer ID is required" />;
  if (error) return <Failed text={offerFailureText(error)} />;
  if (!exchange) return <Loading />;

  const goOnWith = (nextId: string) => {
    queryClient.removeQueries({ queryKey: ownOfferKey(nextId) });
    const next = new URLSearchParams(query);
    next.set('offer', nextId);
    setQuery(next, { replace: true });
  };
  return (
    <Agreed
      exchange={exchange}
      onLeave={() => navigate(searchAddressOf(exchange.offer, query.toString()))}
      onNewPrice={goOnWith}
      onBooked={() => {
        const next = new URLSearchParams(query);
        next.set('booked', '1');
        setQuery(next, { replace: true, preventScrollReset: true });
      }}
    />
  );
}

interface AgreedProps {
  exchange: OfferExchange;
  onLeave: () => void;
  onNewPrice: (offerId: string) => void;
  onBooked: () => void;
}

/** Nothing begins before the traveller has agreed to a price that changed on the way in. (BOOK-10, BOOK-11, PROVIDER-02) */
function Agreed({ exchange, onLeave, onNewPrice, onBooked }: AgreedProps) {
  const { offer, price_changed: priceChanged, previous_total_amount: previous } = exchange;
  const [agreedTo, setAgreedTo] = useState<string>();
  const price = `${offer.total_amount} ${offer.total_currency}`;
  const mustAgree = priceChanged && agreedTo !== price;
  const prices: Prices = { old: previous, new: offer.total_amount, currency: offer.total_currency };
  return (
    <>
      <BookingFlow
        key={`${offer.id} ${price}`}
        offer={offer}
        onLeave={onLeave}
        onNewPrice={onNewPrice}
        onBooked={onBooked}
      />
      <PriceChangeDialog
        prices={mustAgree ? prices : undefined}
        onGoOn={() => setAgreedTo(price)}
        onLeave={onLeave}
      />
    </>
  );
}

/** After a reload of the confirmation: what it showed was in memory only. (CONFIRM-08) */
function AlreadyBooked() {
  return (
    <EmptyState
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
