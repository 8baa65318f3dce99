import type { BookingRequest, CardDetails } from '@fareline/contracts';
import { Button, formatPrice, toast } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { PriceChangeDialog } from '../price/price-change-dialog.tsx';
import { useSearchRedirect } from '../offer/use-search-redirect.tsx';
import { isOfferUnavailable } from '../offer/verify-offer-validity.ts';
import type { Totals } from '../price/totals.ts';
import { CardForm, cardFieldId } from './card-form.tsx';
import { validateCard, emptyCard, type CardError } from './card-rules.ts';
import type { AttemptRef, Purchase } from './complete-booking.ts';
import { PendingBooking } from './pending-booking.tsx';
import { PaymentNotices } from './payment-notices.tsx';
import type { BookingSummary } from './stored-attempts.ts';
import { useCheckout, type CheckoutEvents } from './use-checkout.ts';
import { useOfferExpiry } from './use-offer-expiry.ts';

export interface PaymentStepProps extends Omit<CheckoutEvents, 'onOfferUnavailable' | 'onCardRejected'> {
  passengers: BookingRequest['passengers'];
  summary: BookingSummary;
  totals: Totals;
  card: CardDetails;
  onCardChange: (card: CardDetails) => void;
  attempts: AttemptRef;
  onBack: () => void;
  onLeave: () => void;
}

/** Card, price, and the one button. (PAY-01 to PAY-32) */
export function PaymentStep(props: PaymentStepProps) {
  const { passengers, summary, totals, card, onCardChange, attempts, onBack } = props;
  const { offer, seats } = summary;
  const [problems, setProblems] = useState<readonly CardError[]>([]);
  const number = useRef<HTMLInputElement>(null);
  const isRefused = useRef(false);
  const purchase: Purchase = {
    offerId: offer.id,
    amount: totals.total,
    currency: totals.currency,
    seats,
    passengers,
    summary,
  };
  const leave = useSearchRedirect(props.onLeave);
  const clearCard = () => onCardChange({ ...emptyCard, holderName: card.holderName });
  const checkout = useCheckout(purchase, attempts, {
    ...props,
    onOfferUnavailable: leave,
    onCardRejected: () => {
      isRefused.current = true;
    },
  });
  const { isBusy, pending, held, complete } = checkout;
  // A field takes the focus once it can be filled in again.
  useEffect(() => {
    if (!isRefused.current || isBusy) return;
    isRefused.current = false;
    number.current?.focus();
  });
  const gone = useCallback((message: string) => leave('Flight Offer Expired', message), [leave]);
  const check = useOfferExpiry(offer.id, isBusy || pending !== undefined, gone);

  const press = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = held ? [] : validateCard(card);
    setProblems(found);
    const [first] = found;
    if (first) {
      toast({ title: first.title, description: first.message, variant: 'destructive' });
      document.getElementById(cardFieldId(first.field))?.focus();
      return;
    }
    await complete(held ? undefined : { cardDetails: card }, clearCard);
  };

  if (pending)
    return (
      <PendingBooking
        email={summary.contact.email}
        bookingId={pending.bookingId}
        ask={checkout.checkStatus}
      />
    );
  return (
    <form noValidate onSubmit={press} className="grid grid-cols-1 gap-6" aria-busy={isBusy}>
      <header>
        <h1 className="booking-heading" data-step-heading tabIndex={-1}>
          Payment
        </h1>
        <p className="booking-quiet">
          The card is charged in {totals.currency}, and only once the airline has confirmed the booking.
        </p>
      </header>
      {isOfferUnavailable(check) && (
        <Alert
          variant="destructive"
          action={
            <Button variant="secondary" onClick={props.onLeave}>
              Search again
            </Button>
          }
        >
          {check?.message}
        </Alert>
      )}
      <PaymentNotices held={held} amount={totals.total} currency={totals.currency} />
      {checkout.refusal && <Alert variant="destructive">{checkout.refusal}</Alert>}
      {!held && (
        <CardForm
          card={card}
          onCardChange={onCardChange}
          problems={problems}
          disabled={isBusy}
          numberRef={number}
        />
      )}
      <p className="sm:text-right">
        You pay {formatPrice(totals.total, totals.currency)} ({totals.currency}), seats included.
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button variant="ghost" size="large" disabled={isBusy} onClick={onBack}>
          Back to Seat Selection
        </Button>
        <Button type="submit" size="large" loading={isBusy}>
          {isBusy ? 'Processing' : 'Complete Booking'}
        </Button>
      </div>
      <PriceChangeDialog
        prices={checkout.priceChange}
        onAccept={checkout.acceptPrice}
        onLeave={props.onLeave}
      />
    </form>
  );
}
