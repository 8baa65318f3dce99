import type { BookingResponse } from '@fareline/contracts';
import { preloadToasts } from '@fareline/ui-theme';
import { Stepper } from '@fareline/ui-theme/widgets';
import { useEffect, useState } from 'react';
import { ConfirmationStep } from '../confirmation/confirmation-step.tsx';
import { PendingBooking } from '../payment/pending-booking.tsx';
import { resumeAttempt } from '../payment/complete-booking.ts';
import type { Failure } from '../payment/failures.ts';
import type { StoredAttempt } from '../payment/stored-attempts.ts';
import { useBookingConfirmed } from '../payment/use-booking-confirmed.ts';
import { calculateTotals } from '../price/totals.ts';
import { OfferSummary } from './offer-summary.tsx';
import { steps } from './steps.ts';
import { useStepHeading } from './use-step-heading.ts';

interface ResumedBookingProps {
  attempt: StoredAttempt;
  onBooked: (booking: BookingResponse) => void;
  /** The attempt ended without a booking. */
  onFailed: (failure: Failure) => void;
}

/** Polls an attempt that was in progress when the page was left, and shows its outcome. (STATUS-05) */
export function ResumedBooking({ attempt, onBooked, onFailed }: ResumedBookingProps) {
  const { offer, seats, bags, contact } = attempt;
  const [bookingId, setBookingId] = useState(attempt.bookingId);
  const [statusToken, setStatusToken] = useState(attempt.statusToken);
  const [booking, setBooking] = useState<BookingResponse>();
  const onBookingConfirmed = useBookingConfirmed();
  const step = booking ? 'confirmation' : 'payment';
  const root = useStepHeading(step);
  useEffect(preloadToasts, []);

  const checkStatus = async () => {
    const outcome = await resumeAttempt(attempt);
    if (outcome.kind === 'pending') {
      setBookingId((current) => outcome.bookingId ?? current);
      setStatusToken((current) => outcome.statusToken ?? current);
      return false;
    }
    if (outcome.kind === 'booked') {
      setBooking(outcome.booking);
      onBookingConfirmed(outcome.booking);
      onBooked(outcome.booking);
    } else {
      onFailed(outcome);
    }
    return true;
  };

  return (
    <div ref={root}>
      <div className="print:hidden">
        <Stepper steps={steps} current={step} />
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 print:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="min-w-0 max-lg:has-[[data-confirmation]]:not-print:contents">
          {booking ? (
            <ConfirmationStep summary={attempt} booking={booking} />
          ) : (
            <PendingBooking
              email={contact.email}
              bookingId={bookingId}
              statusToken={statusToken}
              checkStatus={checkStatus}
              initialDelay={0}
            />
          )}
        </div>
        <OfferSummary
          offer={offer}
          totals={calculateTotals(offer, seats, bags)}
          seats={seats}
          bags={bags}
          step={step}
        />
      </div>
    </div>
  );
}
