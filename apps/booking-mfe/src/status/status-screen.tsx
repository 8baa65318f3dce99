import { bookingInEmails, resultByEmail } from '@fareline/contracts/promises';
import '../styles.css';
import {
  Button,
  EmptyState,
  ErrorState,
  LoadingText,
  MfeScope,
  useBrand,
  usePageMeta,
} from '@fareline/ui-theme';
import { Stepper } from '@fareline/ui-theme/widgets';
import LinkIcon from 'lucide-react/icons/link-2-off';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ConfirmationStep } from '../confirmation/confirmation-step.tsx';
import { saveDraft } from '../flow/draft.ts';
import { OfferSummary } from '../flow/offer-summary.tsx';
import { steps } from '../flow/steps.ts';
import { useStepHeading } from '../flow/use-step-heading.ts';
import { storeBookedOffer } from '../payment/booked-offers.ts';
import { findAttemptByStatusToken, removeAttempt } from '../payment/stored-attempts.ts';
import { useBookingConfirmed } from '../payment/use-booking-confirmed.ts';
import { calculateTotals } from '../price/totals.ts';
import { ProgressCards } from './progress-cards.tsx';
import { bookingProgressQueryOptions, isLinkInvalid } from './progress-queries.ts';

/** `/booking/status#<token>`: how far a booking is, in every browser and after every reload. (STATUS-01) */
export function Component() {
  const brand = useBrand();
  const { hash } = useLocation();
  usePageMeta({ title: `Your booking - ${brand.name}` });
  return (
    <MfeScope name="booking">
      <div className="page-width w-full py-6 lg:py-10">
        <BookingStatus key={hash} token={hash.slice(1)} />
      </div>
    </MfeScope>
  );
}

function BookingStatus({ token }: { token: string }) {
  const { data: progress, error, isFetching, refetch } = useQuery(bookingProgressQueryOptions(token));
  // Read on mount only: the confirmation is shown with it after it was removed.
  const [attempt] = useState(() => findAttemptByStatusToken(token));
  const onBookingConfirmed = useBookingConfirmed();
  const isNoticed = useRef(false);
  const root = useStepHeading(progress?.status ?? 'loading');
  const status = progress?.status ?? 'pending';
  const booking = progress?.booking ?? undefined;
  useEffect(() => {
    if (status === 'pending' || isNoticed.current) return;
    isNoticed.current = true;
    if (attempt) removeAttempt(attempt.bookingKey);
    if (status !== 'confirmed' || !booking) return;
    if (attempt) storeBookedOffer({ offerIds: attempt.offerIds, statusToken: token });
    saveDraft(undefined);
    // The first answer with an account also signs its visitor in, in whichever tab.
    if (attempt || booking.accountInfo?.password) onBookingConfirmed(booking);
  });

  if (token === '' || isLinkInvalid(error))
    return (
      <EmptyState
        level={1}
        icon={LinkIcon}
        title="This link does not work"
        text={`It has ended, or a part of it is missing. ${bookingInEmails}`}
        action={
          <Button asChild>
            <Link to="/my-trips">View My Trips</Link>
          </Button>
        }
      />
    );
  if (!progress)
    return error ? (
      <ErrorState
        level={1}
        title="We cannot read your booking right now"
        text={resultByEmail}
        action={
          <Button loading={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      />
    ) : (
      <LoadingText>Looking for your booking</LoadingText>
    );
  const cards = (
    <ProgressCards
      token={token}
      progress={progress}
      email={attempt?.contact.email}
      onRefresh={() => void refetch()}
    />
  );
  if (!attempt)
    return (
      <div ref={root} className="mx-auto max-w-3xl">
        {cards}
      </div>
    );
  const { offer, seats, bags } = attempt;
  const step = status === 'confirmed' ? 'confirmation' : 'payment';
  return (
    <div ref={root}>
      <div className="print:hidden">
        <Stepper steps={steps} current={step} />
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 print:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="min-w-0 max-lg:has-[[data-confirmation]]:not-print:contents">
          {booking && status === 'confirmed' ? (
            <ConfirmationStep summary={attempt} booking={booking} />
          ) : (
            cards
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
