import type { Slice } from '@fareline/contracts';
import type { ComponentProps } from 'react';
import { dayOffset, formatTime } from '@fareline/presentation/formats';

/** The flights of a slice, each with number, airports and times. */
export const FlightList = ({ segments, ...list }: Pick<Slice, 'segments'> & ComponentProps<'ul'>) => (
  <ul translate="no" {...list}>
    {segments.map((segment) => (
      <li key={segment.id}>
        {segment.flight_number} {segment.origin.iata_code} {formatTime(segment.departing_at)} –{' '}
        {segment.destination.iata_code} {formatTime(segment.arriving_at)}
        {dayOffset(segment.departing_at, segment.arriving_at)}
      </li>
    ))}
  </ul>
);
