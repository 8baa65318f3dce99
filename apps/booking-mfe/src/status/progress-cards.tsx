import { mailPasswordLink, type BookingProgress } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { confirmationOnItsWay, passwordLink, refundInEmail } from '@fareline/contracts/promises';
import { formatDateFull, formatPriceWithCode } from '@fareline/presentation/formats';
import { Button, Card, Sentence } from '@fareline/ui-theme';
import { Alert, CopyButton, RefundLines, SliceSummary } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Credentials } from '../confirmation/credentials.tsx';
import { CheckAgain, PendingCard } from '../payment/pending-booking.tsx';

interface ProgressCardsProps {
  token: string;
  progress: BookingProgress;
  /** Where the outcome is mailed to; known only to the tab that booked. */
  email: string | undefined;
  onRefresh: () => void;
}

/** What everyone with the link sees of a booking: how far it is, its flights and its amount. (STATUS-01) */
export const ProgressCards = (props: ProgressCardsProps) => (
  <div className="grid grid-cols-1 gap-6">
    <Outcome {...props} />
    {props.email === undefined && <Trip progress={props.progress} />}
  </div>
);

function Outcome({ token, progress, email, onRefresh }: ProgressCardsProps) {
  const { status, reason, bookingReference: reference, refund, booking } = progress;
  switch (status) {
    case 'pending':
      return (
        <PendingCard isAtAirline contact={email ?? 'the email address of the booking'}>
          <CheckAgain onPress={onRefresh} />
        </PendingCard>
      );
    case 'review':
      return (
        <Message title="A person is looking at your booking">
          <p>
            It could not be finished by itself, so a person is looking at it and will write to you. You have
            nothing to do. Please do not book these flights again.
          </p>
          {reason && <p>{reason}</p>}
          <CheckAgain onPress={onRefresh} />
        </Message>
      );
    case 'failed':
      return (
        <Message title="Your booking could not be completed">
          <p>{reason ?? 'Nothing was charged.'} The amount held on your card is released.</p>
          <LinkButton to="/">Search Again</LinkButton>
        </Message>
      );
    case 'cancelled':
      return (
        <Message title="This booking is cancelled">
          {refund && <RefundLines refund={refund} />}
          <p>{refundInEmail}</p>
          <LinkButton to="/my-trips">View My Trips</LinkButton>
        </Message>
      );
    case 'confirmed':
      return (
        <>
          <Message title="Booking Confirmed">
            {reference && (
              <div>
                <p className="caption-text">Booking reference</p>
                <p className="flex flex-wrap items-center gap-4">
                  <span className="text-display/body font-semibold tracking-[0.04em] figures" translate="no">
                    {reference}
                  </span>
                  <CopyButton value={reference} label="Copy booking reference" />
                </p>
              </div>
            )}
            <p>{confirmationOnItsWay} Quote the reference to the airline and at the airport.</p>
            {booking && <LinkButton to="/my-trips">View My Trips</LinkButton>}
          </Message>
          {booking?.accountInfo && <Credentials account={booking.accountInfo} />}
          {!booking && <PasswordLink token={token} />}
        </>
      );
  }
}

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-4 p-6" role="status">
    <h1 className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
      {title}
    </h1>
    {children}
  </Card>
);

const LinkButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <p>
    <Button asChild>
      <Link to={to}>{children}</Link>
    </Button>
  </p>
);

/** In another browser than the one that booked. The answer is the same for everyone. (STATUS-03) */
function PasswordLink({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(mailPasswordLink, { body: { token } }),
  });
  if (data) return <Alert title="Look into your email">{data.message}</Alert>;
  return (
    <Card className="grid gap-3 p-6">
      <h2 className="section-heading">Is this your booking?</h2>
      <p>{passwordLink}</p>
      {error && (
        <Alert variant="destructive">
          {getServerMessage(error) ?? 'No link was sent. Please try again.'}
        </Alert>
      )}
      <p>
        <Button variant="secondary" loading={isPending} onClick={() => mutate()}>
          Mail a Link
        </Button>
      </p>
    </Card>
  );
}

function Trip({ progress }: { progress: BookingProgress }) {
  const { slices, first_names: names, total_amount: amount, total_currency: currency } = progress;
  return (
    <Card className="grid gap-4 p-6">
      <h2 className="section-heading">Your flights</h2>
      {slices.map((slice, index) => (
        <SliceSummary key={slice.id} slice={slice} label={index === 0 ? 'Departure' : 'Return'} />
      ))}
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <div>
          <dt className="caption-text">Travellers</dt>
          <dd className="wrap-anywhere">{names.join(', ')}</dd>
        </div>
        <div>
          <dt className="caption-text">Total</dt>
          <dd>
            <Sentence>{formatPriceWithCode(amount, currency)}</Sentence>
          </dd>
        </div>
        <div>
          <dt className="caption-text">Date</dt>
          <dd>{formatDateFull(progress.created_at.slice(0, 10))}</dd>
        </div>
      </dl>
    </Card>
  );
}
