import type { Slice } from '@fareline/contracts';
import { dayOffset, formatDateWithWeekday, formatTime } from '@fareline/ui-theme';
import { cityOf, stopsText } from './trip-labels.ts';

/** One way of the journey. (TRIPS-15, TRIPS-16) */
export function TripSlice({ slice, label }: { slice: Slice; label: string }) {
  const { origin, destination } = slice;
  return (
    <section aria-label={label} className="account-rule grid gap-1 pt-4">
      <h3 className="account-subheading">{label}</h3>
      <p className="account-quiet">
        {formatDateWithWeekday(slice.departure_time)}, {stopsText(slice.segments.length)}
      </p>
      <p>
        <span className="account-times">{formatTime(slice.departure_time)}</span> {cityOf(origin)} (
        {origin.iata_code ?? 'N/A'})
      </p>
      <p>
        <span className="account-times">{formatTime(slice.arrival_time)}</span>
        <sup>{dayOffset(slice.departure_time, slice.arrival_time)}</sup> {cityOf(destination)} (
        {destination.iata_code ?? 'N/A'})
      </p>
    </section>
  );
}
