import { LoadingText, Card } from '@fareline/ui-theme';
import { useEffect, useRef } from 'react';

/** Milliseconds between two status checks. */
const pollInterval = 4000;

interface PendingBookingProps {
  email: string;
  bookingId: string | undefined;
  /** Reads the status of the booking; true when polling can stop. */
  checkStatus: () => Promise<boolean>;
  /** Milliseconds before the first status check. */
  initialDelay?: number;
}

/** Shown while the airline has not answered. Polls the status; the traveller has nothing to do. (PROVIDER-36, D38) */
export function PendingBooking({
  email,
  bookingId,
  checkStatus,
  initialDelay = pollInterval,
}: PendingBookingProps) {
  const latestCheck = useRef(checkStatus);
  const firstDelay = useRef(initialDelay);
  useEffect(() => {
    latestCheck.current = checkStatus;
  });
  useEffect(() => {
    let isUnmounted = false;
    let timer: ReturnType<typeof setTimeout>;
    const scheduleCheck = (milliseconds: number) => {
      timer = setTimeout(() => {
        void latestCheck.current().then((isSettled) => {
          if (!isSettled && !isUnmounted) scheduleCheck(pollInterval);
        });
      }, milliseconds);
    };
    scheduleCheck(firstDelay.current);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <Card className="grid gap-3 p-6" role="status">
      <h1 className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
        Confirming with the airline
      </h1>
      <LoadingText>
        The airline has your booking and has not answered yet. This can take a few minutes.
      </LoadingText>
      <p>
        Your card is held, not charged: it is charged once if the airline confirms, and not at all if it does
        not. We will also write to {email}, so you may close this page. Please do not book this flight again.
      </p>
      {bookingId && <p className="caption-text">Booking ID {bookingId}</p>}
    </Card>
  );
}
