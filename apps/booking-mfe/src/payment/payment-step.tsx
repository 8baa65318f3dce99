import type { BookingRequest, CardDetails } from '@fareline/contracts';
import { chargedOnceConfirmed } from '@fareline/contracts/promises';
import { formatPriceWithCode } from '@fareline/presentation/formats';
import { Button, Sentence } from '@fareline/ui-theme';
import { Alert, FareRuleLines } from '@fareline/ui-theme/widgets';
import type { FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { PriceChangeDialog } from '../price/price-change-dialog.tsx';
import { ExpiredOfferAlert } from '../offer/expired-offer-alert.tsx';
import { useSearchRedirect } from '../offer/use-search-redirect.tsx';
import type { Totals } from '../price/totals.ts';
import { CardEntry } from './card-entry.tsx';
import type { AttemptRef } from './authorise-payment.ts';
import type { Purchase } from './complete-booking.ts';
import { DeclineAlert } from './decline-alert.tsx';
import { PendingBooking } from './pending-booking.tsx';
import { PaymentNotices } from './payment-notices.tsx';
import { PaymentRefusedAlert, usePaymentWait } from './payment-refused-alert.tsx';
import type { BookingSummary } from './stored-attempts.ts';
import { TripBookedAlert } from './trip-booked-alert.tsx';
import { UnderWayAlert } from './under-way-alert.tsx';
import { useCardEntry } from './use-card-entry.ts';
import { useCheckout, type CheckoutEvents } from './use-checkout.ts';
import { useOfferExpiry } from './use-offer-expiry.ts';

export interface PaymentStepProps extends Omit<CheckoutEvents, 'onOfferUnavailable'> {
  passengers: BookingRequest['passengers'];
  checkInReminder: BookingRequest['checkInReminder'];
  minorsConsent: BookingRequest['minorsConsent'];
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

/** Card form, price and "Complete Booking". (PAY-01 to PAY-32) */
export function PaymentStep(props: PaymentStepProps) {
  const { passengers, checkInReminder, minorsConsent, summary, totals, cardForm, attempts, onBack } = props;
  const { offer, seats, bags } = summary;
  const location = useLocation();
  const purchase: Purchase = {
    offerId: offer.id,
    amount: totals.total,
    fareAmount: totals.fare,
    currency: totals.currency,
    seats,
    bags,
    passengers,
    checkInReminder,
    minorsConsent,
    url: `${location.pathname}${location.search}`,
    summary,
  };
  const redirect = useSearchRedirect(props.onLeave);
  const card = useCardEntry(cardForm, totals.total, totals.currency);
  const checkout = useCheckout(purchase, attempts, { ...props, onOfferUnavailable: redirect }, totals);
  const { isBusy, sent, pending, authorisation, refusal, complete } = checkout;
  const wait = usePaymentWait(refusal);
  const check = useOfferExpiry(offer.id, isBusy || pending !== undefined, redirect);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wait.isWaiting)
      card.submit({
        isAuthorised: authorisation !== undefined,
        isSent: sent !== undefined,
        pay: complete,
      });
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
    <form noValidate onSubmit={submit} className="grid max-w-130 grid-cols-1 gap-6" aria-busy={isBusy}>
      <header>
        <h1 className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
          Payment
        </h1>
        <p className="caption-text">{chargedOnceConfirmed(totals.currency)}</p>
      </header>
      <ExpiredOfferAlert check={check} onLeave={props.onLeave} />
      <PaymentNotices authorisation={authorisation} amount={totals.total} currency={totals.currency} />
      <DeclineAlert decline={checkout.decline} isBusy={isBusy} card={card} />
      {!authorisation && (
        <CardEntry
          {...card.entry}
          sent={sent}
          onAbandoned={(message) => {
            card.clearCard();
            checkout.onAbandoned(message);
          }}
          button="Complete Booking"
          disabled={isBusy}
          email={summary.contact.email}
        />
      )}
      <FareRuleLines sold={{ ...offer, total_amount: totals.total }} moment={offer} />
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
      <div className="grid gap-3">
        <p className="text-large font-semibold">
          <Sentence>
            You pay {formatPriceWithCode(totals.total, totals.currency)}
            {describeExtras(summary)}.
          </Sentence>
        </p>
        {/* The button is enabled while the traveller has to wait, so that it keeps the focus. */}
        <Button
          ref={card.submitButton}
          type="submit"
          size="large"
          block
          loading={isBusy}
          aria-disabled={wait.isWaiting || undefined}
        >
          {isBusy ? 'Processing' : 'Complete Booking'}
        </Button>
        <p className="caption-text">
          With Complete Booking you accept the{' '}
          <Link className="underline" to="/terms-of-service" target="_blank">
            terms of service
          </Link>
          .
        </p>
        <Button variant="ghost" className="justify-self-start -ml-4.5" disabled={isBusy} onClick={onBack}>
          Back to Seat Selection
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
