import type { Carrier, Place, Slice } from '@fareline/contracts';
import {
  dayOffset,
  formatDateWithWeekday,
  formatDuration,
  formatTime,
  VisuallyHidden,
} from '@fareline/ui-theme';
import { CarrierLogo, SliceLine } from '@fareline/ui-theme/widgets';
import { getDistinctAirportName } from '../offers/airport-name.ts';
import { DayOffset } from '../offers/day-offset.tsx';
import { getStopCodes } from '../offers/offer-properties.ts';

/** The stops of a slice for the card: "Direct", "1 Stop", "2 Stops". (CARD-04) */
function formatStopCount(segmentCount: number): string {
  if (segmentCount <= 1) return 'Direct';
  return segmentCount === 2 ? '1 Stop' : `${segmentCount - 1} Stops`;
}

function SliceEndpoint({
  time,
  place,
  date,
  offset,
  alignEnd = false,
}: {
  time: string | null;
  place: Place;
  /** The date, for an offset. */
  date?: string | undefined;
  offset?: string;
  alignEnd?: boolean;
}) {
  const airport = getDistinctAirportName(place);
  return (
    <div className={alignEnd ? 'min-w-0 text-end md:text-start' : 'min-w-0'}>
      <p className="leading-5 font-bold xl:whitespace-nowrap">
        <span className="text-large figures" translate="no">
          {formatTime(time)}
        </span>
        <DayOffset offset={offset} date={date} />{' '}
        <span className="text-small" translate="no">
          {place.iata_code ?? 'N/A'}
        </span>
      </p>
      <p className="line-clamp-2 text-small leading-4 text-text-muted wrap-break-word">
        {place.city_name}
        {airport && <span> {airport}</span>}
      </p>
    </div>
  );
}

interface SliceRowProps {
  slice: Slice;
  label: 'Outbound' | 'Return';
  carrier: Carrier;
}

/** One slice of an offer: carrier, date, times, airports, stops and duration. (CARD-02 to CARD-04, CARD-10, CARD-11) */
export function SliceRow({ slice, label, carrier }: SliceRowProps) {
  const departure = slice.departure_time ?? slice.segments[0]?.departing_at ?? null;
  const arrival = slice.arrival_time ?? slice.segments.at(-1)?.arriving_at ?? null;
  const stops = getStopCodes(slice);
  const [date, arrivalDate] = [departure, arrival].map(formatDateWithWeekday);
  return (
    <div className="grid grid-cols-[minmax(5rem,1fr)_minmax(5.5rem,auto)_minmax(5rem,1fr)] items-start gap-x-3 gap-y-1 md:grid-cols-[9rem_minmax(0,1fr)_6.25rem_minmax(0,1fr)] xl:grid-cols-[7rem_minmax(0,1fr)_6.25rem_minmax(0,1fr)] md:gap-x-2">
      <div className="col-span-3 flex min-w-0 items-center gap-1.5 md:col-span-1">
        <CarrierLogo url={carrier.logo_url} code={carrier.iata_code} size={28} />
        <p className="flex min-w-0 gap-x-3 text-small leading-4 max-md:flex-wrap md:flex-col">
          <span className="line-clamp-2 font-bold">
            <VisuallyHidden>{label}: </VisuallyHidden>
            {carrier.name ?? 'Airline'}
          </span>
          <span className="whitespace-nowrap text-text-muted">{date}</span>
        </p>
      </div>
      <SliceEndpoint time={departure} place={slice.origin} />
      <div className="pt-1 text-center text-small leading-4 text-text-muted">
        <SliceLine stops={stops} />
        <p>
          <span className="font-bold whitespace-nowrap text-text figures">
            {formatDuration(slice.duration)}
          </span>{' '}
          <span className="whitespace-nowrap">{formatStopCount(slice.segments.length)}</span>
          {stops.length > 0 && (
            <VisuallyHidden>
              {' '}
              via <span translate="no">{stops.join(', ')}</span>
            </VisuallyHidden>
          )}
        </p>
      </div>
      <SliceEndpoint
        time={arrival}
        place={slice.destination}
        date={arrivalDate}
        offset={dayOffset(departure, arrival)}
        alignEnd
      />
    </div>
  );
}
