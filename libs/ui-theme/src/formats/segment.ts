import { formatCabin, formatOperator, formatSegmentStops, type Segment } from '@fareline/contracts';
import { formatDuration } from './duration.ts';

/** What there is to say of a flight besides its times: "7h 5m, Airbus A350, Economy, Operated by Loganair". */
export const formatSegmentFacts = (segment: Segment): string =>
  [
    formatDuration(segment.duration),
    segment.aircraft.name,
    formatCabin(segment),
    formatOperator(segment),
    ...formatSegmentStops(segment),
  ]
    .filter(Boolean)
    .join(', ');
