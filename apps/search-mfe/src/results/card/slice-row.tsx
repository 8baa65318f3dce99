import type { Carrier, Place, Slice } from '@fareline/contracts';
import type { FindCity } from '@fareline/contracts/pages';
import { dayOffset, formatDateWithWeekday, formatDuration, formatTime } from '@fareline/presentation/formats';
import { classNames, VisuallyHidden } from '@fareline/ui-theme';
import { CarrierLogo, SliceLine } from '@fareline/ui-theme/widgets';
import { getDistinctAirportName } from '../../offers/airport-name.ts';
import { DayOffset } from '../../offers/day-offset.tsx';
import { getStopCodes } from '../../offers/offer-properties.ts';

/** The stops of a slice for the card: "Direct", "1 Stop", "2 Stops". (CARD-04) */
function formatStopCount(segmentCount: number): string {
  if (segmentCount <= 1) return 'Direct';
  return segmentCount === 2 ? '1 Stop' : `${segmentCount - 1} Stops`;
}

const getDepartureTime = (slice: Slice): string | null =>
  slice.departure_time ?? slice.segments[0]?.departing_at ?? null;

/** "Fri, Apr 16" (CARD-02) */
export const formatDepartureDate = (slice: Slice): string => formatDateWithWeekday(getDepartureTime(slice));

interface SliceEndpointProps {
  time: string | null;
  place: Place;
  /** Code of the city or airport that was searched. */
  searched: string;
  findCity: FindCity | undefined;
  /** The date, for an offset. */
  date?: string | undefined;
  offset?: string;
  /** Place and width of the line of the names. */
  namesClass: string;
}

/** What differs from the place that was searched: the airport, or the city. The rest is only read out. */
function PlaceName({
  place,
  searched,
  findCity,
}: Pick<SliceEndpointProps, 'place' | 'searched' | 'findCity'>) {
  if (place.iata_code === searched) return <VisuallyHidden>{place.city_name}</VisuallyHidden>;
  const airport = getDistinctAirportName(place);
  if (!airport) return <span className="max-w-full truncate">{place.city_name}</span>;
  // Until city names are known it is most likely the searched one; a wrong guess has about the same length.
  return !findCity || place.city_name === findCity(searched) ? (
    <>
      <VisuallyHidden>{place.city_name}</VisuallyHidden>{' '}
      <span className="max-w-full truncate">{airport}</span>
    </>
  ) : (
    <>
      <span className="max-w-full truncate">{place.city_name}</span>{' '}
      <VisuallyHidden>{airport}</VisuallyHidden>
    </>
  );
}

function SliceEndpoint({ time, date, offset, namesClass, ...names }: SliceEndpointProps) {
  return (
    <div className="relative min-w-0">
      <p className="text-large leading-6 font-semibold whitespace-nowrap">
        <span className="figures" translate="no">
          {formatTime(time)}
        </span>
        <DayOffset offset={offset} date={date} />
      </p>
      {/* A name without room would be in the hidden next line: it is shown whole or not at all. */}
      <p
        className={classNames(
          'flex h-4 flex-wrap gap-x-1 overflow-hidden text-small leading-4 text-text-muted',
          namesClass,
        )}
      >
        <span className="font-semibold text-text" translate="no">
          {names.place.iata_code ?? 'N/A'}
        </span>{' '}
        <PlaceName {...names} />
      </p>
    </div>
  );
}

interface SliceRowProps {
  slice: Slice;
  label: 'Outbound' | 'Return';
  carrier: Carrier;
  /** Codes of the cities or airports that were searched, in the direction of the slice. */
  searched: readonly [string, string];
  findCity: FindCity | undefined;
}

/** One slice of an offer: logo, times, airports, stops and duration. (CARD-02 to CARD-04, CARD-10, CARD-11) */
export function SliceRow({
  slice,
  label,
  carrier,
  searched: [origin, destination],
  findCity,
}: SliceRowProps) {
  const departure = getDepartureTime(slice);
  const arrival = slice.arrival_time ?? slice.segments.at(-1)?.arriving_at ?? null;
  const stops = getStopCodes(slice);
  const [date, arrivalDate] = [departure, arrival].map(formatDateWithWeekday);
  return (
    <div className="grid grid-cols-[2rem_auto_minmax(4rem,1fr)_4rem] items-start gap-x-1.5 min-[22.5rem]:gap-x-2.5 min-[22.5rem]:grid-cols-[2rem_auto_minmax(4rem,1fr)_5.25rem]">
      <div className="self-center">
        <CarrierLogo url={carrier.logo_url} code={carrier.iata_code} size={32} />
        <VisuallyHidden>
          {label}: {carrier.name ?? 'Airline'} {date}
        </VisuallyHidden>
      </div>
      {/* The line begins after the time, whatever the length of the names below both. */}
      <SliceEndpoint
        time={departure}
        place={slice.origin}
        searched={origin}
        findCity={findCity}
        namesClass="absolute start-0 w-16 md:w-20"
      />
      <div className="text-center text-small leading-4 text-text-muted">
        <SliceLine stops={stops} />
        <p className="-mx-6 whitespace-nowrap">
          <span className="me-1 font-semibold text-text figures">{formatDuration(slice.duration)}</span>{' '}
          {formatStopCount(slice.segments.length)}
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
        searched={destination}
        findCity={findCity}
        date={arrivalDate}
        offset={dayOffset(departure, arrival)}
        namesClass="relative"
      />
    </div>
  );
}
