import type { Segment } from '@fareline/contracts';
import { formatMinutes } from '@fareline/ui-theme';
import { getLayoverNotes } from '../offers/itinerary-notes.ts';
import { getLayoverMinutes } from '../offers/layover.ts';

/** "2h 10m in Amsterdam (AMS)", followed by the notes on the layover. */
export function formatLayover(before: Segment, after: Segment): string {
  const { city_name, iata_code } = before.destination;
  const minutes = getLayoverMinutes(before, after);
  const place = `${city_name ?? 'N/A'} (${iata_code ?? 'N/A'})`;
  const text = `${minutes === undefined ? 'Layover' : formatMinutes(minutes)} in ${place}`;
  return [text, ...getLayoverNotes(before, after).map(({ full }) => full)].join('. ');
}
