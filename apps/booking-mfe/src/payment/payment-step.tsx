import type { BookingRequest, CardDetails } from '@fareline/contracts';
import { chargedOnceConfirmed } from '@fareline/contracts/promises';
import { Button, formatPrice, Sentence, toast } from '@fareline/ui-theme';
import { Alert, FareRuleLines } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { PriceChangeDialog } from '../price/price-change-dialog.tsx';
import { ExpiredOfferAlert } from '../offer/expired-offer-alert.tsx';
import { useSearchRedirect } from '../offer/use-search-redirect.tsx';
import type { Totals } from '../price/totals.ts';
import { CardEntry } from './card-entry.tsx';
import { describeFirstError, emptyCard } from './card-rules.ts';
import type { AttemptRef, Purchase } from './complete-booking.ts';
import type { ElementHandle } from './element-form.tsx';
import { PendingBooking } from './pending-booking.tsx';
import { PaymentNotices } from './payment-notices.tsx';
import { PaymentRefusedAlert, usePaymentWait } from './payment-refused-alert.tsx';
import { cardFormQueryOptions } from './payment-queries.ts';
import type { BookingSummary } from './stored-attempts.ts';
import { TripBookedAlert } from './trip-booked-alert.tsx';
import { UnderWayAlert } from './under-way-alert.tsx';
import { useCheckout, type CheckoutEvents } from './use-checkout.ts';
import { useOfferExpiry } from './use-offer-expiry.ts';

export interface PaymentStepProps extends Omit<CheckoutEvents, 'onOfferUnavailable' | 'onCardRejected'> {
  passengers: BookingRequest['passengers'];
  summary: BookingSummary;
  totals: Totals;
  cardForm: UseFormReturn<CardDetails>;
  attempts: AttemptRef;
  onBack: () => void;
  onLeave: () => void;
}

/** What the price includes of the extras that were chosen. */
function describeExtras({ seats, bags }: BookingSummary): string {
  const chosen = [seats.length > 0 && 'seats', bags.length > 0 && 'bags'].filter(Boolean);
  return chosen.length > 0 ? `, ${chosen.join(' and ')} included` : '';
}

const formNotReady = 'The card form is not ready yet. Please try again in a moment.';

/** Card form, price and "Complete Booking". (PAY-01 to PAY-32) */
export function PaymentStep(props: PaymentStepProps) {
  const { passengers, summary, totals, cardForm, attempts, onBack } = props;
  const { offer, seats, bags } = summary;
  const location = useLocation();
  const isCardRejected = useRef(false);
  const purchase: Purchase = {
    offerId: offer.id,
    amount: totals.total,
    fareAmount: totals.fare,
    currency: totals.currency,
    seats,
    bags,
    passengers,
    url: `${location.pathname}${location.search}`,
    summary,
  };
  const redirect = useSearchRedirect(props.onLeave);
  const form = useQuery(cardFormQueryOptions(totals.total, totals.currency));
  const element = useRef<ElementHandle>(null);
  const [elementKey, setElementKey] = useState(0);
  const submitButton = useRef<HTMLButtonElement>(null);
  const declineArea = useRef<HTMLDivElement>(null);
  const clearCard = () => {
    cardForm.reset({ ...emptyCard, holderName: cardForm.getValues('holderName') });
    setElementKey((key) => key + 1);
  };
  const checkout = useCheckout(
    purchase,
    attempts,
    {
      ...props,
      onOfferUnavailable: redirect,
      onCardRejected: () => {
        isCardRejected.current = true;
      },
    },
    totals,
  );
  const { isBusy, isSent, pending, authorisation, refusal, complete } = checkout;
  const wait = usePaymentWait(refusal);
  // A disabled field cannot have the focus, so this waits until the call has ended.
  useEffect(() => {
    if (!isCardRejected.current || isBusy) return;
    isCardRejected.current = false;
    // The provider's form is loaded anew, and would take the focus late.
    if (!element.current) cardForm.setFocus('number');
    // The field may be in sight already, and why it is empty above it.
    declineArea.current?.scrollIntoView({ block: 'nearest' });
  });
  // Beside what has the focus then: the card number, or the button below the provider's form.
  const isDeclineOnTop = form.data?.kind === 'fields';
  const decline = checkout.decline && (
    <div ref={declineArea}>
      <Alert variant="destructive" title={checkout.decline.title}>
        {checkout.decline.description}
      </Alert>
    </div>
  );
  const check = useOfferExpiry(offer.id, isBusy || pending !== undefined, redirect);

  const submitCard = cardForm.handleSubmit(
    // Not awaited: the form counts as submitted before the call ends and clears it, so that the empty fields show no errors.
    (cardDetails) => void complete({ cardDetails }, clearCard),
    (errors) => toast({ ...describeFirstError(errors), variant: 'destructive' }),
  );
  const submitElement = async (handle: ElementHandle) => {
    const problem = isSent ? undefined : await handle.validate();
    if (problem) return toast({ title: 'Card Details', description: problem, variant: 'destructive' });
    await complete(handle, clearCard);
    submitButton.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait.isWaiting) return;
    if (authorisation) void complete(undefined, clearCard);
    else if (form.data?.kind === 'fields') void submitCard(event);
    else if (element.current) void submitElement(element.current);
    else toast({ title: 'Card Details', description: formNotReady, variant: 'destructive' });
  };

  if (pending)
    return (
      <PendingBooking
        email={summary.contact.email}
        bookingId={pending.bookingId}
        statusToken={pending.statusToken}
        checkStatus={checkout.checkStatus}
      />
    );
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6" aria-busy={isBusy}>
      <header>
        <h1 className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
          Payment
        </h1>
        <p className="caption-text">{chargedOnceConfirmed(totals.currency)}</p>
      </header>
      <ExpiredOfferAlert check={check} onLeave={props.onLeave} />
      <PaymentNotices authorisation={authorisation} amount={totals.total} currency={totals.currency} />
      {isDeclineOnTop && decline}
      {!authorisation && (
        <CardEntry
          {...{ form, element, elementKey, isSent }}
          control={cardForm.control}
          disabled={isBusy}
          currency={totals.currency}
          email={summary.contact.email}
        />
      )}
      <div className="grid gap-1 sm:justify-items-end sm:text-end">
        <p className="font-bold">
          <Sentence>
            You pay {formatPrice(totals.total, totals.currency)} ({totals.currency}){describeExtras(summary)}.
          </Sentence>
        </p>
        <FareRuleLines sold={{ ...offer, total_amount: totals.total }} />
        <p className="caption-text">
          With Complete Booking you accept the{' '}
          <Link className="underline" to="/terms-of-service" target="_blank">
            terms of service
          </Link>
          .
        </p>
      </div>
      {/* Beside the button that was pressed: on a phone the top of the form is out of sight. */}
      {!isDeclineOnTop && decline}
      {checkout.errorMessage && <Alert variant="destructive">{checkout.errorMessage}</Alert>}
      {checkout.underWay && <UnderWayAlert {...checkout.underWay} />}
      {checkout.tripBooked && (
        <TripBookedAlert
          failure={checkout.tripBooked}
          checked={checkout.bookAgain}
          onCheckedChange={checkout.setBookAgain}
        />
      )}
      {refusal && <PaymentRefusedAlert refusal={refusal} wait={wait} />}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button variant="ghost" size="large" disabled={isBusy} onClick={onBack}>
          Back to Seat Selection
        </Button>
        {/* Not disabled while the traveller has to wait, so that it keeps the focus. */}
        <Button
          ref={submitButton}
          type="submit"
          size="large"
          loading={isBusy}
          aria-disabled={wait.isWaiting || undefined}
        >
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
