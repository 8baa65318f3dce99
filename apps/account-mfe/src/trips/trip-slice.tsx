import type { Slice } from '@fareline/contracts';
import { dayOffset, formatDateWithWeekday, formatTime } from '@fareline/ui-theme';
import { getCityName, formatStopCount } from './trip-labels.ts';

/** One slice of a trip. (TRIPS-15, TRIPS-16) */
export function TripSlice({ slice, label }: { slice: Slice; label: string }) {
  const { origin, destination } = slice;
  return (
    <section aria-label={label} className="border-t border-line grid gap-1 pt-4">
      <h3 className="section-heading">{label}</h3>
      <p className="caption-text">
        {formatDateWithWeekday(slice.departure_time)}, {formatStopCount(slice.segments.length)}
      </p>
      <p>
        <span className="font-bold figures" translate="no">
          {formatTime(slice.departure_time)}
        </span>{' '}
        {getCityName(origin)} <span translate="no">({origin.iata_code ?? 'N/A'})</span>
      </p>
      <p>
        <span className="font-bold figures" translate="no">
          {formatTime(slice.arrival_time)}
        </span>
        <sup>{dayOffset(slice.departure_time, slice.arrival_time)}</sup> {getCityName(destination)}{' '}
        <span translate="no">({destination.iata_code ?? 'N/A'})</span>
      </p>
    </section>
  );
}
