import {
  closeExitRows,
  type BookingResponse,
  type CardDetails,
  type Offer,
  type PassengerForm,
} from '@fareline/contracts';
import { preloadToasts, PriceText, Sentence, useBrand } from '@fareline/ui-theme';
import { Stepper } from '@fareline/ui-theme/widgets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmationStep } from '../confirmation/confirmation-step.tsx';
import { bagsQueryOptions } from '../extras/bag-queries.ts';
import { getBoughtBags, getBoughtSeats, removeServices, type ChosenExtras } from '../extras/chosen-extras.ts';
import { emptyForm, applyFormToOffer, toPassengers } from '../passengers/passenger-fields.ts';
import { PassengerStep } from '../passengers/passenger-step.tsx';
import { createReadPhone } from '../passengers/phone.ts';
import type { Attempt } from '../payment/attempt.ts';
import { cardResolver, emptyCard } from '../payment/card-rules.ts';
import type { Failure, RefusedField } from '../payment/failures.ts';
import { PaymentStep } from '../payment/payment-step.tsx';
import type { BookingSummary } from '../payment/stored-attempts.ts';
import { calculateTotals } from '../price/totals.ts';
import { listBarred } from '../seats/passengers.ts';
import { seatMapsQueryOptions } from '../seats/seat-map-queries.ts';
import { SeatStep } from '../seats/seat-step.tsx';
import { describeSoldOut } from '../extras/sold-out.ts';
import { areExtrasLost, hasPassport, saveDraft, readDraft, readExtras, saveExtras } from './draft.ts';
import { InterruptedPayment } from './interrupted-payment.tsx';
import { OfferSummary } from './offer-summary.tsx';
import { steps, type StepId } from './steps.ts';
import { useStepHeading } from './use-step-heading.ts';
import { useStepHistory } from './use-step-history.ts';

/** Scrolls first: else all that the scroll takes out of sight would be seen to move when the longer page is there. */
function afterScrollToTop(show: () => void): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
  requestAnimationFrame(() => requestAnimationFrame(show));
}

export interface BookingFlowProps {
  offer: Offer;
  /** The offer id in the URL when the traveller entered the flow; it differs from `offer.id` after a refresh. (PROVIDER-01) */
  initialOfferId: string;
  onLeave: () => void;
  /** The traveller accepted a new price: the flow restarts with this offer and keeps the entered data. */
  onPriceAccepted: (offerId: string) => void;
  /** A new attempt to pay and book starts. */
  onAttemptStart: () => void;
  /** A pending booking failed: its offer is used up, so the flow restarts with another one. */
  onPendingBookingFailed: (failure: Failure) => void;
  onBooked: (booking: BookingResponse) => void;
}

/** The four steps of a booking. Entered data is state of this component, so that going back keeps it. (BOOK-03 to BOOK-07) */
export function BookingFlow(props: BookingFlowProps) {
  const {
    offer: soldOffer,
    initialOfferId,
    onLeave,
    onPriceAccepted,
    onAttemptStart,
    onPendingBookingFailed,
    onBooked,
  } = props;
  const [form, setForm] = useState<PassengerForm>(() => {
    const draft = readDraft();
    return draft ? applyFormToOffer(draft, soldOffer) : emptyForm(soldOffer);
  });
  const [lostPassports] = useState(() => readDraft()?.lostPassports ?? []);
  const brand = useBrand();
  const readPhone = useMemo(() => createReadPhone(brand, soldOffer), [brand, soldOffer]);
  const [extras, setExtras] = useState(() => readExtras(soldOffer.id));
  /** The flight has another offer than when they were chosen, until the traveller goes on. */
  const [isChoiceLost, setChoiceLost] = useState(() => areExtrasLost(initialOfferId, soldOffer.id));
  /** What was sold out in between, until the traveller goes on. */
  const [soldOut, setSoldOut] = useState<string[]>();
  /** What the airline did not take, until the traveller has corrected it. */
  const [refusedFields, setRefusedFields] = useState<readonly RefusedField[]>([]);
  const cardForm = useForm<CardDetails>({ defaultValues: emptyCard, resolver: cardResolver });
  const [booking, setBooking] = useState<BookingResponse>();
  /** Back leads neither from a booking under way nor from a made one to its steps. */
  const [isPending, setPending] = useState(false);
  const { step: openStep, goTo, restart } = useStepHistory();
  const step: StepId = booking ? 'confirmation' : isPending ? 'payment' : openStep;
  const attempts = useRef<Attempt>(undefined);
  const queryClient = useQueryClient();
  const heading = useStepHeading(step);
  const bagsQuery = useQuery({
    ...bagsQueryOptions(soldOffer.id),
    enabled: step === 'seat-selection',
  });
  const { data: maps } = useQuery({ ...seatMapsQueryOptions(soldOffer.id), enabled: false });
  const offer: Offer = bagsQuery.data ? { ...soldOffer, bags: bagsQuery.data } : soldOffer;
  const seats = getBoughtSeats(extras, maps && closeExitRows(maps, listBarred(soldOffer, form)));
  const bags = getBoughtBags(extras, offer.bags);
  const totals = calculateTotals(offer, seats, bags);
  const passengers = toPassengers(form, readPhone);
  const { email = '', phone = '' } = passengers[0] ?? {};
  const summary: BookingSummary = {
    offer,
    offerIds: [...new Set([initialOfferId, offer.id])],
    seats,
    bags,
    travellers: form.passengers.map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
    contact: { email, phone },
  };
  useEffect(preloadToasts, []);

  const updateForm = (next: PassengerForm) => {
    setForm(next);
    saveDraft(next);
    restart();
  };

  const updateExtras = (next: ChosenExtras) => {
    setExtras(next);
    saveExtras(soldOffer, initialOfferId, next);
  };

  return (
    <div ref={heading}>
      <div className="print:hidden">
        <Stepper
          steps={steps}
          current={step}
          {...(booking ? {} : { onStepSelect: (id: string) => goTo(id as StepId) })}
        />
      </div>
      {(step === 'passenger-info' || step === 'seat-selection') && (
        <p className="sticky top-[var(--header-height,4.5rem)] z-5 border-b border-line bg-background font-semibold mt-4 flex justify-between gap-4 py-2 max-md:-mx-4 max-md:px-4 lg:hidden">
          <Sentence>
            {offer.slices[0]?.origin.iata_code} to {offer.slices[0]?.destination.iata_code}
          </Sentence>
          <PriceText amount={totals.total} currency={totals.currency} />
        </p>
      )}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 print:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:has-[[data-confirmation]]:not-print:contents">
          {(step === 'passenger-info' || step === 'seat-selection') && (
            <InterruptedPayment
              offerIds={summary.offerIds}
              needsPassports={form.passengers.some(
                (passenger, index) => lostPassports[index] && !hasPassport(passenger),
              )}
              onAbandoned={() => {
                attempts.current = undefined;
              }}
            />
          )}
          {step === 'passenger-info' && (
            <PassengerStep
              offer={offer}
              form={form}
              readPhone={readPhone}
              lostPassports={lostPassports}
              refusedFields={refusedFields}
              onChange={updateForm}
              onDone={() => {
                setRefusedFields([]);
                goTo('seat-selection');
              }}
              onLeave={onLeave}
            />
          )}
          {step === 'seat-selection' && (
            <SeatStep
              offer={offer}
              form={form}
              extras={extras}
              bags={bagsQuery}
              total={totals}
              isChoiceLost={isChoiceLost}
              soldOut={soldOut}
              onExtrasChange={updateExtras}
              onBack={() => goTo('passenger-info')}
              onDone={() => {
                setChoiceLost(false);
                setSoldOut(undefined);
                goTo('payment');
              }}
              onLeave={onLeave}
            />
          )}
          {step === 'payment' && (
            <PaymentStep
              passengers={passengers}
              checkInReminder={form.checkInReminder}
              minorsConsent={form.minorsConsent}
              summary={summary}
              totals={totals}
              cardForm={cardForm}
              attempts={attempts}
              onBack={() => goTo('seat-selection')}
              onPassengersRefused={(fields) => {
                setRefusedFields(fields);
                goTo('passenger-info');
              }}
              onExtrasUnavailable={(serviceIds) => {
                updateExtras(removeServices(extras, serviceIds));
                setSoldOut(describeSoldOut(offer, extras, serviceIds));
                queryClient.removeQueries({ queryKey: seatMapsQueryOptions(offer.id).queryKey });
                queryClient.removeQueries({ queryKey: bagsQueryOptions(offer.id).queryKey });
                goTo('seat-selection');
              }}
              onExtrasPriceAccepted={() => {
                // Without an answer the former prices are shown, and refused again.
                void queryClient
                  .fetchQuery({ ...seatMapsQueryOptions(offer.id), staleTime: 0 })
                  .catch(() => 0);
                void queryClient.fetchQuery({ ...bagsQueryOptions(offer.id), staleTime: 0 }).catch(() => 0);
              }}
              onPriceAccepted={onPriceAccepted}
              onAttemptStart={onAttemptStart}
              onPendingChange={setPending}
              onPendingBookingFailed={onPendingBookingFailed}
              onLeave={onLeave}
              onBooked={(confirmed) => {
                onBooked(confirmed);
                afterScrollToTop(() => setBooking(confirmed));
              }}
            />
          )}
          {step === 'confirmation' && booking && <ConfirmationStep summary={summary} booking={booking} />}
        </div>
        <OfferSummary
          key={booking ? 'booked' : 'offered'}
          offer={offer}
          totals={totals}
          seats={seats}
          bags={bags}
          step={step}
        />
      </div>
    </div>
  );
}
