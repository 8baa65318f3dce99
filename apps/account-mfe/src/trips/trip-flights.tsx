import {
  findEarlierSlice,
  formatLayover,
  formatPassengerName,
  getCityName,
  listFlightExtras,
  type BookingData,
  type Place,
  type Segment,
  type Slice,
} from '@fareline/contracts';
import { Badge, Sentence, VisuallyHidden } from '@fareline/ui-theme';
import {
  dayOffset,
  formatDateWithWeekday,
  formatDuration,
  formatSegmentFacts,
  formatSliceTimes,
  formatTime,
} from '@fareline/presentation/formats';
import { CarrierLogo } from '@fareline/ui-theme/widgets';
import Clock from 'lucide-react/icons/clock';
import { Fragment } from 'react';
import { formatStopCount } from './trip-labels.ts';

/** All flights of a booking, with the seats and bags on each. (TRIP-01, TRIPS-15, TRIPS-16) */
export const TripFlights = ({ booking }: { booking: BookingData }) =>
  booking.slices.map((slice, index) => (
    <TripSlice key={slice.id} booking={booking} slice={slice} label={index === 0 ? 'Outbound' : 'Return'} />
  ));

interface TripSliceProps {
  booking: BookingData;
  slice: Slice;
  label: string;
}

function TripSlice({ booking, slice, label }: TripSliceProps) {
  const { segments } = slice;
  const stops = segments.slice(1).map((segment) => segment.origin.iata_code ?? 'N/A');
  const earlier = findEarlierSlice(slice, booking);
  return (
    <section
      aria-label={label}
      className="not-first:border-t border-line grid grid-cols-1 gap-2 not-first:pt-4 break-inside-avoid"
    >
      <header>
        <h3 className="section-heading">{label}</h3>
        <p className="caption-text">
          {formatDateWithWeekday(slice.departure_time)}, {formatDuration(slice.duration)},{' '}
          {formatStopCount(segments.length)}
          {stops.length > 0 && (
            <>
              {' '}
              in <span translate="no">{stops.join(', ')}</span>
            </>
          )}
        </p>
      </header>
      {earlier && (
        <p className="flex flex-wrap items-center gap-2">
          <Badge variant="warning">Changed by the airline</Badge>
          <span className="caption-text">
            <Sentence>Before: {formatSliceTimes(earlier)}</Sentence>
          </span>
        </p>
      )}
      {segments.map((segment, index) => {
        const previous = segments[index - 1];
        return (
          <Fragment key={segment.id}>
            {previous && (
              <p className="caption-text flex items-center gap-2">
                <Clock className="shrink-0" size={16} />
                <Sentence>{formatLayover(previous, segment)}</Sentence>
              </p>
            )}
            <Flight booking={booking} segment={segment} departure={slice.departure_time} />
          </Fragment>
        );
      })}
    </section>
  );
}

interface EndpointProps {
  time: string | null;
  /** Departure of the slice, to which days are counted. */
  departure: string | null;
  place: Place;
  terminal: string | undefined;
}

function Endpoint({ time, departure, place, terminal }: EndpointProps) {
  const offset = dayOffset(departure, time);
  const details = [place.name, terminal && `Terminal ${terminal}`].filter(Boolean).join(', ');
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)]">
      <p className="font-semibold figures">
        <span translate="no">{formatTime(time)}</span>
        {offset && (
          <sup className="font-medium">
            {offset}
            <VisuallyHidden>{Math.abs(Number(offset)) === 1 ? ' day' : ' days'}</VisuallyHidden>
          </sup>
        )}{' '}
      </p>
      <p>
        <strong>{getCityName(place)}</strong> <span translate="no">({place.iata_code ?? 'N/A'})</span>{' '}
        <span className="caption-text inline-block">
          <Sentence>{details}</Sentence>
        </span>
      </p>
    </div>
  );
}

interface FlightProps {
  booking: BookingData;
  segment: Segment;
  departure: string | null;
}

function Flight({ booking, segment, departure }: FlightProps) {
  const { marketing_carrier: carrier, flight_number: number } = segment;
  return (
    <div className="grid gap-1">
      <Endpoint
        time={segment.departing_at}
        departure={departure}
        place={segment.origin}
        terminal={segment.origin_terminal}
      />
      <div className="ml-[4.5rem] grid grid-cols-1 gap-1 border-l-2 border-line pl-3 text-small">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <CarrierLogo url={carrier.logo_url} code={carrier.iata_code} />
          <span className="font-semibold">
            {carrier.name ?? 'Airline'} <span translate="no">{number ?? 'N/A'}</span>
          </span>
          <span className="text-text-muted">
            <Sentence>{formatSegmentFacts(segment)}</Sentence>
          </span>
        </p>
        <FlightExtras booking={booking} segmentId={segment.id} />
      </div>
      <Endpoint
        time={segment.arriving_at}
        departure={departure}
        place={segment.destination}
        terminal={segment.destination_terminal}
      />
    </div>
  );
}

/** What each passenger has chosen for a flight. (EXTRA-02) */
function FlightExtras({ booking, segmentId }: { booking: BookingData; segmentId: string }) {
  const extras = listFlightExtras(booking, segmentId);
  if (extras.length === 0) return <p className="text-text-muted">No seats chosen</p>;
  return (
    <ul aria-label="Seats and bags">
      {extras.map(({ passenger, extras }) => (
        <li key={passenger.id}>
          <span translate="no">{formatPassengerName(passenger)}</span>:{' '}
          <Sentence>{extras.join(', ')}</Sentence>
        </li>
      ))}
    </ul>
  );
}
