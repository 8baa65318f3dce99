import {
  acceptAirlineChange,
  getOpenChange,
  listChangedSlices,
  type AirlineChange,
  type BookingData,
  type Segment,
  type Slice,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { askedAfterChange } from '@fareline/contracts/promises';
import { Button, Card, LoadingText, Sentence, toast } from '@fareline/ui-theme';
import {
  dayOffset,
  describeAnswerBy,
  describeUncertainExtras,
  listAirlineChangeProblems,
  formatDateWithWeekday,
  formatTime,
  formatUtc,
} from '@fareline/presentation/formats';
import { Alert, AlertDialog, AlertDialogCancel, AlertDialogContent } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { getFailureText } from '../forms/show-failure.ts';
import { ContactLink } from './contact-link.tsx';
import { isUnderWay } from './trip-labels.ts';
import { toChangePath } from './trip-path.ts';
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
  const isAnswered = isUnderWay(booking);
  const title = change.is_cancelled
    ? 'The airline has cancelled your flights'
    : 'The airline has changed your flights';
  return (
    <Card asChild className="grid grid-cols-1 gap-4 border-warning p-4 md:p-5 print:p-2">
      <section aria-label={title}>
        <header className="grid gap-1">
          <h2 className="section-heading">{title}</h2>
          {!isAnswered && (
            <p>
              <Sentence>{describeAnswerBy(change)}</Sentence>
            </p>
          )}
        </header>
        {!change.is_cancelled && <Comparison booking={bookingData} />}
        {isAnswered ? (
          <LoadingText isLong>
            What you have agreed to is on its way to the airline. This page shows when it is settled; until
            then there is nothing for you to do.
          </LoadingText>
        ) : (
          <Answers booking={booking} change={change} onCancel={onCancel} />
        )}
      </section>
    </Card>
  );
}

/** What the traveller can answer. */
function Answers({ booking, change, onCancel }: AirlineChangeNoticeProps & { change: AirlineChange }) {
  const wait = booking.address_correction?.wait;
  if (wait)
    return (
      <p>
        <Sentence>{`Your answer waits until ${formatUtc(wait.until)}, as said above.`}</Sentence>
      </p>
    );
  const canChoose =
    change.actions.includes('change') && booking.change_options.changeability === 'airline_change';
  return (
    <>
      <div className="flex flex-wrap gap-3 print:hidden">
        {change.actions.includes('accept') && <Accept booking={booking} change={change} />}
        {booking.cancellability === 'airline_change' && (
          <Button variant={change.is_cancelled ? 'primary' : 'secondary'} onClick={onCancel}>
            Get money back
          </Button>
        )}
        {canChoose && (
          <Button asChild variant="secondary">
            <Link to={toChangePath(booking.id)}>Choose other flights</Link>
          </Button>
        )}
      </div>
      <p className="print:hidden">
        {booking.cancellability === 'airline_change' && `${askedAfterChange} `}
        {canChoose ? (
          <>
            For help: <ContactLink label="change_trip" />
          </>
        ) : (
          <>
            For other flights: <ContactLink label="change_trip" />, or search this route again below.
          </>
        )}
      </p>
    </>
  );
}

/** Asks before it accepts, because the fare decides again afterwards what comes back. */
function Accept({ booking, change }: { booking: BookingDetails; change: AirlineChange }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: bookingsQueryOptions.queryKey });
  const accept = useMutation({
    mutationFn: () =>
      call(acceptAirlineChange, { params: { id: booking.id }, body: { change_id: change.id } }),
    onSuccess: async ({ message, isPending }) => {
      toast({ title: isPending ? 'We tell the airline' : 'New flights accepted', description: message });
      await reload();
    },
    onError: async (failure) => {
      toast({
        title: 'Not accepted',
        description: getFailureText(failure),
        variant: 'destructive',
      });
      // The airline may have changed the flights again.
      await reload();
    },
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Accept the new flights</Button>
      <AlertDialog open={isAsking} onOpenChange={(open) => !accept.isPending && setAsking(open)}>
        <AlertDialogContent
          title="Accept the new flights?"
          description="What comes back if you cancel afterwards is by the rules of your fare again, after the first 24 hours."
          footer={
            <>
              <AlertDialogCancel disabled={accept.isPending}>Back</AlertDialogCancel>
              <Button loading={accept.isPending} onClick={() => accept.mutate()}>
                Yes, accept them
              </Button>
            </>
          }
        >
          <AirlineChangeProblems booking={booking.bookingData} />
        </AlertDialogContent>
      </AlertDialog>
    </>
  );
}

/** What no longer fits together since the airline has changed the flights, also once that was accepted. */
export const AirlineChangeProblems = ({ booking }: { booking: BookingData }) =>
  listAirlineChangeProblems(booking).map((problem) => (
    <Alert key={problem} variant="destructive">
      <Sentence>{problem}</Sentence>
    </Alert>
  ));

/** Old and new flights side by side, and what no longer fits together. */
function Comparison({ booking }: { booking: BookingData }) {
  const { earlier, now } = listChangedSlices(booking);
  const extras = describeUncertainExtras(booking);
  return (
    <>
      {earlier.length === 0 && <p>As far as the airline says, you fly as you have agreed.</p>}
      {earlier.length > 0 && (
        <div className="grid max-w-xl grid-cols-2 gap-3">
          <Flights title="Before" slices={earlier} className="text-text-muted" />
          <Flights title="Now" slices={now} className="font-semibold" />
        </div>
      )}
      {extras && (
        <p>
          <Sentence>{extras}</Sentence>
        </p>
      )}
      <AirlineChangeProblems booking={booking} />
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
