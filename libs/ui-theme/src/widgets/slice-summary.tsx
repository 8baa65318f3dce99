import type { Slice } from '@fareline/contracts';
import {
  dayOffset,
  formatDateWithWeekday,
  formatDuration,
  formatTime,
  stopsLabel,
} from '@fareline/presentation/formats';
import { FlightList } from './flight-list.tsx';

/** Date, airports, times and stops of a journey. */
export function SliceSummary({ slice, label }: { slice: Slice; label: string }) {
  const arrivalOffset = dayOffset(slice.departure_time, slice.arrival_time);
  return (
    <div>
      <p className="caption-text">
        {label}, {formatDateWithWeekday(slice.departure_time)}
      </p>
      <p className="font-semibold figures" translate="no">
        {slice.origin.iata_code ?? 'N/A'} {formatTime(slice.departure_time)} –{' '}
        {slice.destination.iata_code ?? 'N/A'} {formatTime(slice.arrival_time)}
        {arrivalOffset && <sup> {arrivalOffset}</sup>}
      </p>
      <p className="caption-text">
        {formatDuration(slice.duration)}, {stopsLabel(slice.segments.length)}
      </p>
      <p className="caption-text empty:hidden print:hidden" translate="no">
        {slice.segments.flatMap(({ flight_number: number }) => number ?? []).join(', ')}
      </p>
      {/* On paper nothing can be looked up. */}
      <FlightList className="caption-text hidden print:block" segments={slice.segments} />
    </div>
  );
}
