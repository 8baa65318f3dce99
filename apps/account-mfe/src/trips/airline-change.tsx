import {
  acceptAirlineChange,
  getOpenChange,
  listConnectionProblems,
  type AirlineChange,
  type BookingData,
  type Segment,
  type Slice,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import {
  Button,
  Card,
  dayOffset,
  formatDateWithWeekday,
  formatTime,
  Sentence,
  toast,
  today,
} from '@fareline/ui-theme';
import { Alert, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../forms/show-failure.ts';
import { ContactLink } from './contact-link.tsx';
import { listChangedSlices } from './trip-labels.ts';
import { bookingsQueryOptions, type BookingDetails } from './trip-queries.ts';

interface AirlineChangeNoticeProps {
  booking: BookingDetails;
  onCancel: () => void;
}

/** While the airline waits for an answer: the flights before and now, until when, and what can be done. (TRIP-05) */
export function AirlineChangeNotice({ booking, onCancel }: AirlineChangeNoticeProps) {
  const { bookingData } = booking;
  const change = getOpenChange(bookingData);
  if (booking.status !== 'confirmed' || !change) return null;
  const title = change.is_cancelled
    ? 'The airline has cancelled your flights'
    : 'The airline has changed your flights';
  return (
    <Card asChild className="print:hidden grid grid-cols-1 gap-4 border-warning p-4 md:p-5">
      <section aria-label={title}>
        <header className="grid gap-1">
          <h2 className="section-heading">{title}</h2>
          <p>
            <Sentence>{formatDeadline(change)}</Sentence>
          </p>
        </header>
        {!change.is_cancelled && <Comparison booking={bookingData} />}
        <div className="flex flex-wrap gap-3">
          {change.actions.includes('accept') && <AcceptForm id={booking.id} change={change} />}
          {booking.cancellability === 'airline_change' && (
            <Button variant={change.is_cancelled ? 'primary' : 'secondary'} onClick={onCancel}>
              Get money back
            </Button>
          )}
        </div>
        <p>
          {booking.cancellability === 'airline_change' &&
            'We ask the airline what comes back, whatever your fare, and show it before anything is cancelled. '}
          For other flights: <ContactLink label="change_trip" />, or search this route again below.
        </p>
      </section>
    </Card>
  );
}

function formatDeadline({ answer_by }: AirlineChange): string {
  const day = formatDateWithWeekday(answer_by);
  return answer_by < today()
    ? `The day to answer was ${day}. The airline may have less to offer now.`
    : `Please answer by ${day}. Later the airline may have less to offer.`;
}

const refusedTitle = 'Not accepted';

function AcceptForm({ id, change }: { id: string; change: AirlineChange }) {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: bookingsQueryOptions.queryKey });
  const accept = useMutation({
    mutationFn: () => call(acceptAirlineChange, { params: { id }, body: { change_id: change.id } }),
    onSuccess: async ({ message }) => {
      toast({ title: 'New flights accepted', description: message });
      await reload();
    },
    onError: async (failure) => {
      showFailure(failure, refusedTitle);
      // The airline may have changed the flights again.
      await reload();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate();
      }}
    >
      <SubmitButton request={accept} waitTitle={refusedTitle}>
        Accept the new flights
      </SubmitButton>
    </form>
  );
}

/** Old and new flights side by side, and what no longer fits together. */
function Comparison({ booking }: { booking: BookingData }) {
  const { earlier, now } = listChangedSlices(booking);
  const problems = listConnectionProblems(booking);
  return (
    <>
      {earlier.length > 0 && (
        <div className="grid max-w-xl grid-cols-2 gap-3">
          <Flights title="Before" slices={earlier} className="text-text-muted" />
          <Flights title="Now" slices={now} className="font-bold" />
        </div>
      )}
      {problems.map((problem) => (
        <Alert key={problem} variant="destructive">
          <Sentence>{problem}</Sentence>
        </Alert>
      ))}
    </>
  );
}

function Flights({ title, slices, className }: { title: string; slices: Slice[]; className: string }) {
  return (
    <section aria-label={title}>
      <h3 className="caption-text">{title}</h3>
      <ul className={`grid gap-3 ${className}`}>
        {slices
          .flatMap(({ segments }) => segments)
          .map((segment) => (
            <FlightTimes key={segment.id} segment={segment} />
          ))}
      </ul>
    </section>
  );
}

const FlightTimes = ({ segment }: { segment: Segment }) => {
  const { flight_number: number, origin, destination, departing_at, arriving_at } = segment;
  return (
    <li>
      <p translate="no">
        {number} {origin.iata_code}–{destination.iata_code}
      </p>
      <p>
        <Sentence>{formatDateWithWeekday(departing_at)}</Sentence>
      </p>
      <p className="figures" translate="no">
        {formatTime(departing_at)}–{formatTime(arriving_at)}
        <sup>{dayOffset(departing_at, arriving_at)}</sup>
      </p>
    </li>
  );
};
