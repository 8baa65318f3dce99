import type { BookingResponse } from '@fareline/contracts';
import { toast } from '@fareline/ui-theme';
import { useState } from 'react';
import type { Authorisation } from './attempt.ts';
import {
  book,
  completeBooking,
  type AttemptRef,
  type PaymentMethod,
  type BookingOutcome,
  type Purchase,
} from './complete-booking.ts';
import type { Failure } from './failures.ts';
import { useBookingConfirmed } from './use-booking-confirmed.ts';

export interface CheckoutEvents {
  /** The next try begins. */
  onAttemptStart: () => void;
  /** A pending booking came to nothing: its offer is used up. */
  onPendingBookingFailed: (failure: Failure) => void;
  onBooked: (booking: BookingResponse) => void;
  onSeatUnavailable: () => void;
  onPriceAccepted: (offerId: string) => void;
  onOfferUnavailable: (title: string, description: string) => void;
  onCardRejected: () => void;
}

interface PriceChangePrompt {
  offerId: string;
  old: string;
  new: string;
  currency: string;
}

/** Runs "Complete Booking" and turns its outcome into what the screen does next. (PAY-16 to PAY-28) */
export function useCheckout(purchase: Purchase, attempts: AttemptRef, events: CheckoutEvents) {
  const onBookingConfirmed = useBookingConfirmed();
  const [isBusy, setBusy] = useState(false);
  const [pending, setPending] = useState<{ bookingId?: string }>();
  const [held, setHeld] = useState<Authorisation | undefined>(attempts.current?.authorisation);
  const [priceChange, setPriceChange] = useState<PriceChangePrompt>();
  const [refusal, setRefusal] = useState<string>();

  function settle(outcome: BookingOutcome): void {
    setHeld(attempts.current?.authorisation);
    setPending(outcome.kind === 'pending' ? outcome : undefined);
    switch (outcome.kind) {
      case 'pending':
        return;
      case 'booked':
        onBookingConfirmed(outcome.booking);
        return events.onBooked(outcome.booking);
      case 'price-changed': {
        const { offer_id: offerId, old_amount: old, new_amount: next, currency } = outcome.change;
        return setPriceChange({ offerId, old, new: next, currency });
      }
      case 'offer-gone':
        return events.onOfferUnavailable(outcome.title, outcome.description);
      case 'seat-gone':
        tell(outcome);
        return events.onSeatUnavailable();
      case 'payment-failed':
        tell(outcome);
        setRefusal(outcome.description);
        return events.onCardRejected();
      case 'booking-failed':
        setRefusal(outcome.description);
        return tell(outcome);
    }
  }

  return {
    isBusy,
    /** The airline has not answered yet. */
    pending,
    /** A hold whose booking call has no answer yet: the button repeats that call and needs no card. */
    held,
    priceChange,
    /** Why the last try came to nothing: the toast that said it goes away, this stays until the next try. */
    refusal,
    acceptPrice: () => priceChange && events.onPriceAccepted(priceChange.offerId),
    /** `afterCall` runs once the card is not needed any more, whatever came of it. (PAY-32) */
    async complete(instrument: PaymentMethod | undefined, afterCall: () => void) {
      setBusy(true);
      setRefusal(undefined);
      events.onAttemptStart();
      const outcome = await completeBooking(purchase, instrument, attempts);
      afterCall();
      setBusy(false);
      settle(outcome);
    },
    /** Asks about a pending booking; true when it is settled. Silence settles nothing. */
    async checkStatus(): Promise<boolean> {
      const authorisation = attempts.current?.authorisation;
      if (!authorisation) return true;
      const outcome = await book(attempts, authorisation, purchase);
      const isOpen = outcome.kind === 'pending' || attempts.current !== undefined;
      if (isOpen) return false;
      if (outcome.kind === 'booking-failed' || outcome.kind === 'payment-failed')
        events.onPendingBookingFailed(outcome);
      else settle(outcome);
      return true;
    },
  };
}

function tell({ title, description }: { title: string; description: string }): void {
  toast({ title, description, variant: 'destructive' });
}
