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
import { getStopCodes } from '../offers/offer-properties.ts';

/** The stops of a slice for the card: "Direct", "1 Stop", "2 Stops". (CARD-04) */
function formatStopCount(segmentCount: number): string {
  if (segmentCount <= 1) return 'Direct';
  return segmentCount === 2 ? '1 Stop' : `${segmentCount - 1} Stops`;
}

function SliceEndpoint({
  time,
  place,
  offset,
  alignEnd,
}: {
  time: string | null;
  place: Place;
  offset?: string;
  alignEnd?: boolean;
}) {
  const date = formatDateWithWeekday(time);
  const airport = getDistinctAirportName(place);
  return (
    <div className={alignEnd ? 'min-w-0 text-end md:text-start' : 'min-w-0'}>
      <p className="text-large font-bold figures">
        {formatTime(time)}
        {offset && (
          <sup className="ml-0.5 text-small font-bold text-warning-ink">
            {offset}
            <VisuallyHidden> day</VisuallyHidden>
          </sup>
        )}
      </p>
      <p className="text-small wrap-break-word">
        <span className="font-bold">{place.iata_code ?? 'N/A'}</span>{' '}
        <span className="text-text-muted">{place.city_name}</span>
      </p>
      {airport && <p className="text-small text-text-muted wrap-break-word">{airport}</p>}
      <p className="text-small text-text-muted">{date}</p>
    </div>
  );
}

interface SliceRowProps {
  slice: Slice;
  label: 'Outbound' | 'Return';
  carrier: Carrier;
}

/** One slice of an offer: carrier, times, airports, stops and duration. (CARD-02 to CARD-04, CARD-10, CARD-11) */
export function SliceRow({ slice, label, carrier }: SliceRowProps) {
  const departure = slice.departure_time ?? slice.segments[0]?.departing_at ?? null;
  const arrival = slice.arrival_time ?? slice.segments.at(-1)?.arriving_at ?? null;
  return (
    <div className="grid grid-cols-[minmax(5rem,auto)_minmax(4rem,1fr)_minmax(5rem,auto)] items-start gap-x-3 gap-y-2 md:grid-cols-[5.5rem_5.5rem_minmax(3rem,1fr)_5.5rem_4.5rem] xl:grid-cols-[9rem_6.5rem_minmax(4rem,1fr)_6.5rem_5rem] xl:gap-x-4">
      <div className="col-span-3 flex items-center gap-2 md:col-span-1 md:flex-col md:items-start md:gap-1 xl:flex-row xl:items-center xl:gap-2 xl:pt-1">
        <CarrierLogo url={carrier.logo_url} code={carrier.iata_code} />
        <p className="min-w-0 leading-5">
          <VisuallyHidden>{label}: </VisuallyHidden>
          <span className="line-clamp-2 text-small font-bold">{carrier.name ?? 'Airline'}</span>
        </p>
      </div>
      <SliceEndpoint time={departure} place={slice.origin} />
      <div className="pt-1.5 text-center">
        <SliceLine stops={getStopCodes(slice)} />
        <p className="text-small text-text-muted md:hidden">
          {formatDuration(slice.duration)}
          <br />
          {formatStopCount(slice.segments.length)}
        </p>
      </div>
      <SliceEndpoint
        time={arrival}
        place={slice.destination}
        offset={dayOffset(departure, arrival)}
        alignEnd
      />
      <div className="hidden text-small md:block md:pt-0.5">
        <p className="font-bold figures">{formatDuration(slice.duration)}</p>
        <p className="text-text-muted">{formatStopCount(slice.segments.length)}</p>
      </div>
    </div>
  );
}
