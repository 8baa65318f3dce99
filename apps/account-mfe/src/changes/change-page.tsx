import { formatRoute } from '@fareline/contracts';
import { Button, EmptyState } from '@fareline/ui-theme';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { AccountPage } from '../layout/account-page.tsx';
import { ContactLink } from '../trips/contact-link.tsx';
import { LoadedTrip } from '../trips/loaded-trip.tsx';
import { toTripPath } from '../trips/trip-path.ts';
import type { BookingDetails } from '../trips/trip-queries.ts';

interface ChangePageProps {
  title: string;
  children: (booking: BookingDetails) => ReactNode;
}

/** A page below that of a trip, for those who may see it. */
export function ChangePage({ title, children }: ChangePageProps) {
  const { id = '' } = useParams();
  return (
    <AccountPage title={title}>
      <LoadedTrip id={id}>
        {(booking) => (
          <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6">
            <Link
              className="inline-flex items-center gap-2 justify-self-start font-medium text-primary-ink hover:underline"
              to={toTripPath(id)}
            >
              <ArrowLeft size={18} />
              {formatRoute(booking.bookingData)}
            </Link>
            {children(booking)}
          </div>
        )}
      </LoadedTrip>
    </AccountPage>
  );
}

interface NotOnlineProps {
  id: string;
  title: string;
  reason: ReactNode;
}

/** In place of the page's task: why it cannot be done here, and whom to ask. */
export const NotOnline = ({ id, title, reason }: NotOnlineProps) => (
  <EmptyState
    level={1}
    title={title}
    text={
      <>
        {reason} <ContactLink label="change_trip" />
      </>
    }
    action={
      <Button asChild>
        <Link to={toTripPath(id)}>Back to your trip</Link>
      </Button>
    }
  />
);
