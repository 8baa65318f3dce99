import type { Slice } from '@fareline/contracts';
import { Badge, dayOffset, formatDateWithWeekday, formatTime, Sentence } from '@fareline/ui-theme';
import { FlightList } from '@fareline/ui-theme/widgets';
import { getCityName, formatStopCount } from './trip-labels.ts';

interface TripSliceProps {
  slice: Slice;
  label: string;
  /** Before the airline changed it. */
  earlier: Slice | undefined;
}

/** As wide as a time of the next day, so that the cities are below each other. */
const time = 'inline-block min-w-16 font-bold figures';

/** One slice of a trip. (TRIPS-15, TRIPS-16, TRIP-05) */
export function TripSlice({ slice, label, earlier }: TripSliceProps) {
  const { origin, destination, segments } = slice;
  const stops = segments.slice(1).map((segment) => segment.origin.iata_code ?? 'N/A');
  return (
    <section aria-label={label} className="border-t border-line grid gap-1 pt-4">
      <h3 className="section-heading">{label}</h3>
      {earlier && (
        <p className="flex flex-wrap items-center gap-2">
          <Badge variant="warning">Changed by the airline</Badge>
          <span className="caption-text">
            <Sentence>
              Before: {formatDateWithWeekday(earlier.departure_time)}, {formatTime(earlier.departure_time)} to{' '}
              {formatTime(earlier.arrival_time)}
              {dayOffset(earlier.departure_time, earlier.arrival_time)}
            </Sentence>
          </span>
        </p>
      )}
      <p className="caption-text">
        {formatDateWithWeekday(slice.departure_time)}, {formatStopCount(segments.length)}
        {stops.length > 0 && (
          <>
            {' '}
            in <span translate="no">{stops.join(', ')}</span>
          </>
        )}
      </p>
      <p>
        <span className={time} translate="no">
          {formatTime(slice.departure_time)}
        </span>{' '}
        {getCityName(origin)} <span translate="no">({origin.iata_code ?? 'N/A'})</span>
      </p>
      <p>
        <span className={time} translate="no">
          {formatTime(slice.arrival_time)}
          <sup className="font-medium">{dayOffset(slice.departure_time, slice.arrival_time)}</sup>
        </span>{' '}
        {getCityName(destination)} <span translate="no">({destination.iata_code ?? 'N/A'})</span>
      </p>
      <FlightList className="caption-text mt-1 figures" aria-label="Flights" segments={segments} />
    </section>
  );
}
