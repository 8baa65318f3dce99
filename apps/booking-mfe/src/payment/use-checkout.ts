import type { BookingResponse, PriceParts } from '@fareline/contracts';
import { dismissToast, toast } from '@fareline/ui-theme';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateLists } from '../offer/offer-queries.ts';
import { nameChangedPrice } from '../price/changed-price.ts';
import type { Prices } from '../price/price-change-dialog.tsx';
import type { Authorisation } from './attempt.ts';
import { findSentCard, type AttemptRef, type PaymentMethod } from './authorise-payment.ts';
import {
  completeBooking,
  sendBooking,
  toPaymentOrder,
  type BookingOutcome,
  type Purchase,
} from './complete-booking.ts';
import type {
  Failure,
  PaymentFailure,
  PaymentRefusal,
  RefusedField,
  TripBookedFailure,
  UnderWayFailure,
} from './failures.ts';
import { useBookingConfirmed } from './use-booking-confirmed.ts';
import { useOnePayment } from './use-one-payment.ts';

export interface CheckoutEvents {
  /** A new attempt to pay and book starts. */
  onAttemptStart: () => void;
  /** Whether the airline has not answered yet. */
  onPendingChange: (isPending: boolean) => void;
  /** A pending booking failed, and its offer is used up. */
  onPendingBookingFailed: (failure: Failure) => void;
  onBooked: (booking: BookingResponse) => void;
  /** Service ids of the seats and bags that are sold out. */
  onExtrasUnavailable: (serviceIds: readonly string[]) => void;
  /** The airline does not take these fields of passengers. */
  onPassengersRefused: (fields: readonly RefusedField[]) => void;
  /** The traveller accepted the new price of seats and bags. */
  onExtrasPriceAccepted: () => void;
  onPriceAccepted: (offerId: string) => void;
  onOfferUnavailable: (title: string, description: string) => void;
}

/** What is known of a booking without an outcome. */
type Pending = Omit<Extract<BookingOutcome, { kind: 'pending' }>, 'kind'>;

interface PriceChangePrompt extends Prices {
  /** Missing if only seats or bags have another price. */
  offerId?: string;
}

/** Runs "Complete Booking" and turns its outcome into state and events of the screen. (PAY-16 to PAY-28) */
export function useCheckout(
  purchase: Purchase,
  attempts: AttemptRef,
  events: CheckoutEvents,
  shown: PriceParts,
) {
  const client = useQueryClient();
  const onBookingConfirmed = useBookingConfirmed();
  const { isBusy, run } = useOnePayment();
  const [pending, setPending] = useState<Pending>();
  const [authorisation, setAuthorisation] = useState<Authorisation | undefined>(
    attempts.current?.authorisation,
  );
  const [sent, setSent] = useState(() => findSentCard(toPaymentOrder(purchase), attempts.current));
  const [priceChange, setPriceChange] = useState<PriceChangePrompt>();
  const [decline, setDecline] = useState<PaymentFailure>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [underWay, setUnderWay] = useState<UnderWayFailure>();
  const [tripBooked, setTripBooked] = useState<TripBookedFailure>();
  const [bookAgain, setBookAgain] = useState(false);
  const [refusal, setRefusal] = useState<PaymentRefusal & { at: number }>();

  function handleOutcome(outcome: BookingOutcome): void {
    setAuthorisation(attempts.current?.authorisation);
    setSent(findSentCard(toPaymentOrder(purchase), attempts.current));
    setPending(outcome.kind === 'pending' ? outcome : undefined);
    events.onPendingChange(outcome.kind === 'pending');
    switch (outcome.kind) {
      case 'pending':
        return;
      case 'booked':
        onBookingConfirmed(outcome.booking);
        return events.onBooked(outcome.booking);
      case 'price-changed': {
        invalidateLists(client);
        const { offer_id: offerId, old_amount: old, new_amount: next, currency, parts } = outcome.change;
        const changed = nameChangedPrice(shown, parts, 'this flight');
        return setPriceChange({ offerId, old, new: next, currency, changed });
      }
      case 'offer-unavailable':
        return events.onOfferUnavailable(outcome.title, outcome.description);
      case 'total-changed':
        return setPriceChange({
          old: purchase.amount,
          new: outcome.amount,
          currency: outcome.currency,
          changed: nameChangedPrice(shown, outcome.parts, 'your seats or bags'),
        });
      case 'extras-unavailable':
        showToast(outcome);
        // Extras that the response does not name are missing in what is loaded next.
        return events.onExtrasUnavailable(outcome.soldOut?.service_ids ?? []);
      case 'passengers-refused':
        showToast(outcome);
        return events.onPassengersRefused(outcome.fields);
      case 'payment-refused':
        return setRefusal({ ...outcome, at: Date.now() });
      case 'payment-failed':
        return setDecline(outcome);
      case 'booking-under-way':
        return setUnderWay(outcome);
      case 'trip-booked':
        return setTripBooked(outcome);
      case 'booking-failed':
        showToast(outcome);
        if (outcome.isCardRejected) setDecline({ ...outcome, kind: 'payment-failed' });
        else setErrorMessage(outcome.description);
    }
  }

  return {
    isBusy,
    /** The airline has not answered yet. */
    pending,
    /** An authorisation whose booking call returned no result: the button retries that call without the card. */
    authorisation,
    /** The payment goes on with the card that was sent before. */
    sent,
    /** The payment whose bank asked is ended. */
    onAbandoned(message: string) {
      attempts.current = undefined;
      setSent(undefined);
      setDecline({ kind: 'payment-failed', title: 'Payment Stopped', description: message });
    },
    priceChange,
    /** Why the last payment failed; while the bank asks, that is all there is to tell. */
    decline: sent === 'challenged' ? undefined : decline,
    /** Why the last booking failed; unlike its toast, it stays until the next attempt. */
    errorMessage,
    /** Another booking of the same trip, which is not finished. */
    underWay,
    /** A confirmed booking of the same trip, until the traveller has agreed to book it again. */
    tripBooked,
    bookAgain,
    setBookAgain,
    /** Why and when, in milliseconds since 1970, the last payment was refused without a decline. */
    refusal,
    acceptPrice: () => {
      setPriceChange(undefined);
      if (priceChange?.offerId) events.onPriceAccepted(priceChange.offerId);
      else events.onExtrasPriceAccepted();
    },
    /** `clearCard` runs after the calls, on success and on failure, unless the payment was refused before the bank was asked. (PAY-22, PAY-32) */
    async complete(paymentMethod: PaymentMethod | undefined, clearCard: () => void) {
      const outcome = await run(async () => {
        setErrorMessage(undefined);
        setDecline(undefined);
        // A refusal of the form before would contradict what the bank says.
        dismissToast();
        setUnderWay(undefined);
        setRefusal(undefined);
        events.onAttemptStart();
        return completeBooking({ ...purchase, bookAgain }, paymentMethod, attempts);
      });
      if (!outcome) return;
      setTripBooked(undefined);
      if (outcome.kind !== 'payment-refused' && outcome.kind !== 'trip-booked') clearCard();
      handleOutcome(outcome);
    },
    /** Retries a pending booking; true when its outcome is known. A call without a response returns false. */
    async checkStatus(): Promise<boolean> {
      const current = attempts.current?.authorisation;
      if (!current) return true;
      const outcome = await sendBooking(attempts, current, purchase);
      const isOpen = outcome.kind === 'pending' || attempts.current !== undefined;
      if (outcome.kind === 'pending') setPending(outcome);
      if (isOpen) return false;
      if (outcome.kind === 'booking-failed' || outcome.kind === 'payment-failed')
        events.onPendingBookingFailed(outcome);
      else handleOutcome(outcome);
      return true;
    },
  };
}

function showToast({ title, description }: { title: string; description: string }): void {
  toast({ title, description, variant: 'destructive' });
}
