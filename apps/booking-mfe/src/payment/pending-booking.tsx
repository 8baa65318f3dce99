import { LoadingText, Card } from '@fareline/ui-theme';
import { useEffect, useRef } from 'react';

const pollInterval = 4000;

interface PendingBookingProps {
  email: string;
  bookingId: string | undefined;
  /** Asks how the booking stands; true when it is settled. */
  ask: () => Promise<boolean>;
  /** Milliseconds before it is asked for the first time. */
  initialDelay?: number;
}

/** The airline has not answered yet: nothing to press, nothing lost. Asks until it is settled. (PROVIDER-36, D38) */
export function PendingBooking({ email, bookingId, ask, initialDelay = pollInterval }: PendingBookingProps) {
  const latest = useRef(ask);
  const first = useRef(initialDelay);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (milliseconds: number) => {
      timer = setTimeout(async () => {
        const isSettled = await latest.current();
        if (!isSettled && !isOver) askIn(pollInterval);
      }, milliseconds);
    };
    askIn(first.current);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <Card className="grid gap-3 p-6" role="status">
      <h1 className="booking-heading" data-step-heading tabIndex={-1}>
        Confirming with the airline
      </h1>
      <LoadingText>
        The airline has your booking and has not answered yet. This can take a few minutes.
      </LoadingText>
      <p>
        Your card is held, not charged: it is charged once if the airline confirms, and not at all if it does
        not. We will also write to {email}, so you may close this page. Please do not book this flight again.
      </p>
      {bookingId && <p className="booking-quiet">Booking ID {bookingId}</p>}
    </Card>
  );
}
