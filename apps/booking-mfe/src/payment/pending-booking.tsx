import { authorisedNotCharged, outcomeMailedTo, weKeepTrying } from '@fareline/contracts/promises';
import { Button, LoadingText, Card } from '@fareline/ui-theme';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { toStatusPage } from './status-page-path.ts';
import { getPollDelay } from './poll-delay.ts';

interface PendingBookingProps {
  email: string;
  bookingId: string | undefined;
  /** Opens the status page, which takes over as soon as it is known. (STATUS-01) */
  statusToken: string | undefined;
  /** Reads the status of the booking; true when polling can stop. */
  checkStatus: () => Promise<boolean>;
  /** Milliseconds before the first status check. */
  initialDelay?: number;
}

/** Shown while the airline has not answered. Polls the status; the traveller has nothing to do. (PROVIDER-36) */
export function PendingBooking({
  email,
  bookingId,
  statusToken,
  checkStatus,
  initialDelay = getPollDelay(0),
}: PendingBookingProps) {
  const navigate = useNavigate();
  const latestCheck = useRef(checkStatus);
  const [polls, setPolls] = useState(0);
  const delay = polls === 0 ? initialDelay : getPollDelay(polls);
  useEffect(() => {
    latestCheck.current = checkStatus;
  });
  useEffect(() => {
    if (statusToken !== undefined) void navigate(toStatusPage(statusToken), { replace: true });
  }, [statusToken, navigate]);
  useEffect(() => {
    if (delay === undefined || statusToken !== undefined) return;
    let isUnmounted = false;
    const timer = setTimeout(() => {
      void latestCheck.current().then((isSettled) => {
        if (!isSettled && !isUnmounted) setPolls((count) => count + 1);
      });
    }, delay);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [polls, delay, statusToken]);
  return (
    <PendingCard isAtAirline={bookingId !== undefined} contact={email}>
      {delay === undefined && <CheckAgain onPress={() => void latestCheck.current()} />}
      {bookingId && <p className="caption-text">Booking ID {bookingId}</p>}
    </PendingCard>
  );
}

/** After half an hour the page asks only on request: the outcome comes by email. */
export const CheckAgain = ({ onPress }: { onPress: () => void }) => (
  <p>
    <Button variant="secondary" onClick={onPress}>
      Check Again
    </Button>
  </p>
);

interface PendingCardProps {
  /** Whether the booking is known to have reached the airline. */
  isAtAirline: boolean;
  /** Where the outcome is mailed to. */
  contact: string;
  children?: ReactNode;
}

export const PendingCard = ({ isAtAirline, contact, children }: PendingCardProps) => (
  <Card className="grid gap-3 p-6" role="status">
    <h1 className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
      Confirming with the airline
    </h1>
    <LoadingText isLong>
      {isAtAirline
        ? 'The airline has your booking and has not answered yet. This can take a few minutes.'
        : `Your booking was sent, and we have no answer yet. ${weKeepTrying}`}
    </LoadingText>
    <p className="wrap-anywhere">
      {authorisedNotCharged} {outcomeMailedTo(contact)} Please do not book this flight again.
    </p>
    {children}
  </Card>
);
