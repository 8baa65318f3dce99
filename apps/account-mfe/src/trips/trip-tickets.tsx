import type { BookingTickets } from '@fareline/contracts';
import { Button, PhoneLink, useBrand } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { TripPassengers } from './trip-passengers.tsx';
import { ticketsQueryOptions, type BookingDetails } from './trip-queries.ts';

/** The passengers of a booked trip with their e-tickets, or why there are none yet. (TRIP-01) */
export function TripTickets({ booking }: { booking: BookingDetails }) {
  const { data, error, isFetching, refetch } = useQuery(ticketsQueryOptions(booking.id));
  return (
    <>
      <TripPassengers booking={booking.bookingData} tickets={data?.tickets} />
      <div role="status">{data && <TicketState state={data.state} />}</div>
      {error && (
        <p className="flex flex-wrap items-center gap-3 print:hidden">
          The e-tickets could not be loaded.
          <Button variant="secondary" size="small" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}

function TicketState({ state }: Pick<BookingTickets, 'state'>) {
  const { phone } = useBrand().contact;
  if (state === 'issued') return null;
  if (state === 'awaited')
    return <p>The airline is issuing the e-tickets. Their numbers appear here as soon as they are there.</p>;
  return (
    <p>
      The airline has not issued an e-ticket for every passenger; some airlines never do. The booking
      reference is enough to check in
      {phone ? (
        <>
          ; if the airline asks for a ticket number, call{' '}
          <PhoneLink className="link-text whitespace-nowrap" phone={phone} label="trip" />
        </>
      ) : (
        ''
      )}
      .
    </p>
  );
}
