import type { BookingResponse, CardDetails, Offer, PassengerForm, SeatSelection } from '@fareline/contracts';
import { preloadToasts, PriceText } from '@fareline/ui-theme';
import { Stepper } from '@fareline/ui-theme/widgets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConfirmationStep } from '../confirmation/confirmation-step.tsx';
import {
  emptyForm,
  getPhoneCountry,
  applyFormToOffer,
  toPassengers,
} from '../passengers/passenger-fields.ts';
import { PassengerStep } from '../passengers/passenger-step.tsx';
import type { Attempt } from '../payment/attempt.ts';
import { emptyCard } from '../payment/card-rules.ts';
import type { Failure } from '../payment/failures.ts';
import { PaymentStep } from '../payment/payment-step.tsx';
import type { BookingSummary } from '../payment/stored-attempts.ts';
import { calculateTotals } from '../price/totals.ts';
import { SeatStep } from '../seats/seat-step.tsx';
import { seatMapsKey } from '../seats/use-seat-maps.ts';
import { saveDraft, readDraft } from './draft.ts';
import { OfferSummary } from './offer-summary.tsx';
import { steps, type StepId } from './steps.ts';
import { useStepHeading } from './use-step-heading.ts';

export interface BookingFlowProps {
  offer: Offer;
  /** The offer's id as the traveller came with it. */
  initialOfferId: string;
  onLeave: () => void;
  /** The traveller agreed to a new price: the flow begins again with this offer, and with what was entered. */
  onPriceAccepted: (offerId: string) => void;
  /** The next try to book begins. */
  onAttemptStart: () => void;
  /** A pending booking came to nothing: the flow begins again with another offer. */
  onPendingBookingFailed: (failure: Failure) => void;
  onBooked: () => void;
}

/** The four steps. What was entered lives here, so that walking back loses nothing. (BOOK-03 to BOOK-07) */
export function BookingFlow(props: BookingFlowProps) {
  const {
    offer,
    initialOfferId,
    onLeave,
    onPriceAccepted,
    onAttemptStart,
    onPendingBookingFailed,
    onBooked,
  } = props;
  const [step, setStep] = useState<StepId>('passenger-info');
  const [form, setForm] = useState<PassengerForm>(() => {
    const kept = readDraft();
    return kept ? applyFormToOffer(kept, offer) : emptyForm(offer);
  });
  const [seats, setSeats] = useState<readonly SeatSelection[]>([]);
  const [card, setCard] = useState<CardDetails>(emptyCard);
  const [booking, setBooking] = useState<BookingResponse>();
  const attempts = useRef<Attempt>(undefined);
  const queryClient = useQueryClient();
  const heading = useStepHeading(step);
  const totals = calculateTotals(offer, seats);
  const { firstName = '', lastName = '', email = '', phone = '' } = form.passengers[0] ?? {};
  const summary: BookingSummary = {
    offer,
    offerIds: [...new Set([initialOfferId, offer.id])],
    seats,
    contact: { firstName, lastName, email, phone },
  };
  useEffect(preloadToasts, []);

  const goTo = (next: StepId) => {
    setStep(next);
    window.scrollTo({ top: 0 });
  };
  const keep = (entered: PassengerForm) => {
    setForm(entered);
    saveDraft(entered);
  };

  return (
    <div ref={heading}>
      <div className="booking-no-print">
        <Stepper
          steps={steps}
          current={step}
          {...(booking ? {} : { onStepSelect: (id: string) => goTo(id as StepId) })}
        />
      </div>
      {(step === 'passenger-info' || step === 'seat-selection') && (
        <p className="booking-total-line mt-4 flex justify-between gap-4 py-2 lg:hidden">
          <span>
            {offer.slices[0]?.origin.iata_code} to {offer.slices[0]?.destination.iata_code}
          </span>
          <PriceText amount={totals.total} currency={totals.currency} />
        </p>
      )}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="min-w-0">
          {step === 'passenger-info' && (
            <PassengerStep offer={offer} form={form} onChange={keep} onDone={() => goTo('seat-selection')} />
          )}
          {step === 'seat-selection' && (
            <SeatStep
              offer={offer}
              form={form}
              seats={seats}
              onSeatsChange={setSeats}
              onBack={() => goTo('passenger-info')}
              onDone={() => goTo('payment')}
            />
          )}
          {step === 'payment' && (
            <PaymentStep
              passengers={toPassengers(form, getPhoneCountry(offer))}
              summary={summary}
              totals={totals}
              card={card}
              onCardChange={setCard}
              attempts={attempts}
              onBack={() => goTo('seat-selection')}
              onSeatUnavailable={() => {
                setSeats([]);
                queryClient.removeQueries({ queryKey: seatMapsKey(offer.id) });
                goTo('seat-selection');
              }}
              onPriceAccepted={onPriceAccepted}
              onAttemptStart={onAttemptStart}
              onPendingBookingFailed={onPendingBookingFailed}
              onLeave={onLeave}
              onBooked={(made) => {
                setBooking(made);
                saveDraft(undefined);
                onBooked();
                goTo('confirmation');
              }}
            />
          )}
          {step === 'confirmation' && booking && <ConfirmationStep summary={summary} booking={booking} />}
        </div>
        <OfferSummary offer={offer} totals={totals} seats={seats} isPaymentStep={step === 'payment'} />
      </div>
    </div>
  );
}
