import '../styles.css';
import { today } from '@fareline/presentation/formats';
import { Card, LoadingText, MfeScope } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { TripCard } from '../trips/trip-card.tsx';
import { findNextTrip } from '../trips/trip-labels.ts';
import { toTripPath } from '../trips/trip-path.ts';
import { bookingsQueryOptions } from '../trips/trip-queries.ts';

/** The trip that departs next, on the home page. Its height is the same for all that it can say. */
export function Component() {
  return (
    <MfeScope name="account">
      <section className="page-width grid gap-4 pt-8" aria-labelledby="next-trip">
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <h2 id="next-trip" className="text-title">
            Your next trip
          </h2>
          <Link className="font-medium text-primary-ink hover:underline" to="/my-trips">
            All trips
          </Link>
        </div>
        <NextTrip />
      </section>
    </MfeScope>
  );
}

function NextTrip() {
  const { data: bookings, error } = useQuery(bookingsQueryOptions);
  const navigate = useNavigate();
  if (error) return <Message>Your trips could not be loaded</Message>;
  if (!bookings) {
    return (
      <Message>
        <LoadingText>Loading your trips...</LoadingText>
      </Message>
    );
  }
  const booking = findNextTrip(bookings, today());
  if (!booking) return <Message>No upcoming trips</Message>;
  return (
    <TripCard
      booking={booking}
      onDetails={() => void navigate(toTripPath(booking.id))}
      onCancel={undefined}
    />
  );
}

const Message = ({ children }: { children: ReactNode }) => (
  <Card className="flex min-h-32 items-center p-5 text-text-muted">{children}</Card>
);
